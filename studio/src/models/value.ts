import { cell } from '../shared/format.ts';
import { words } from '../words/models.ts';

/** A value or a class for people: true and false are words of programs. */
export function inWords(value: unknown): string {
  const text = cell(value);
  return words.booleans[text] ?? text;
}
