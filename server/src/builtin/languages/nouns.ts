import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOfName } from '../words/tokens.ts';
import { fold } from './fold.ts';

const written: Record<string, string> = JSON.parse(readFileSync(join(import.meta.dirname, 'nouns.json'), 'utf8'));

/** Nouns that name columns, tables and values in German, French, Spanish and Italian, folded, with the English ones. */
export const nouns: readonly (readonly [noun: string, meaning: string])[] = Object.entries(written).flatMap(
  ([meaning, all]) => all.split('|').map((noun) => [fold(noun), meaning] as const),
);

const byNoun = new Map(nouns);

/** Returns whether a folded noun is listed in this very form. */
export function isNoun(word: string): boolean {
  return byNoun.has(word);
}

const endings = ['', 'en', 'n', 'e', 's'];
const leastOfRoot = 4;

/** Returns the words of a name, those of other languages in English: `Preise_neu` is `price` and `new`. */
export function wordsInEnglish(name: string): string[] {
  return wordsOfName(name).flatMap((word) => meaningOf(fold(word))?.split(' ') ?? word);
}

function meaningOf(word: string): string | undefined {
  const ending = endings.find((one) => word.endsWith(one) && byNoun.has(word.slice(0, word.length - one.length)));
  const root = ending === undefined ? '' : word.slice(0, word.length - ending.length);
  return root.length >= leastOfRoot || root === word ? byNoun.get(root) : undefined;
}
