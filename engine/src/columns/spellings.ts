import { parseBoolean } from './booleans.ts';

/** A distinct cell, trimmed, and in how many rows it stands. */
export interface CountedText {
  text: string;
  count: number;
}

/** What a folded text is called; empty where every text is its own name. */
export type Spellings = readonly (readonly [folded: string, label: string])[];

/** The same for texts that differ in case and white space only. Single letters are often codes and stay as they are. */
function fold(text: string): string {
  return text.length === 1 ? text : text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
}

/**
 * Where some texts differ only in case or white space, or are words of one meaning (`yes` and `Y` in a column of booleans):
 * what all are called, which is the most frequent spelling of each.
 */
export function findSpellings(cells: readonly CountedText[], isBoolean: boolean): Spellings {
  const keyOf = ({ text }: CountedText) => (isBoolean ? String(parseBoolean(text)) : fold(text));
  const labels = new Map<string, CountedText>();
  for (const cell of cells) {
    const known = labels.get(keyOf(cell));
    if (!known || cell.count > known.count) labels.set(keyOf(cell), cell);
  }
  if (labels.size === cells.length) return [];
  const named = new Map(cells.map((cell) => [fold(cell.text), labels.get(keyOf(cell))?.text ?? cell.text]));
  return [...named];
}

/** Gives each text the label that it goes by. */
export function createSpeller(spellings: Spellings): (text: string) => string {
  if (spellings.length === 0) return (text) => text;
  const labels = new Map(spellings);
  return (text) => labels.get(fold(text)) ?? text;
}
