import { parseBoolean } from '../readings/booleans.ts';
import { fold } from '../readings/fold.ts';
import { usualReading } from '../readings/reading.ts';

/** A distinct cell, trimmed, and in how many rows it stands. */
export interface CountedText {
  text: string;
  count: number;
}

/** Label of each folded text; empty where every text is its own label. */
export type Spellings = readonly (readonly [folded: string, label: string])[];

const { booleans: usualBooleans } = usualReading('boolean');

/** 1 for a word that means yes, 0 for one that means no, NaN for anything else. */
export function meaningOf(word: string): number {
  return usualBooleans ? parseBoolean(fold(word).toLowerCase(), usualBooleans) : Number.NaN;
}

/**
 * Finds texts that differ only in case, accents, white space or quotes, or that mean the same (`yes` and `Y` in a
 * boolean column). The label of each group is its most frequent spelling.
 */
export function findSpellings(cells: readonly CountedText[], isBoolean: boolean): Spellings {
  const keyOf = ({ text }: CountedText) => (isBoolean ? String(meaningOf(text)) : fold(text));
  const labels = new Map<string, CountedText>();
  for (const cell of cells) {
    const known = labels.get(keyOf(cell));
    if (!known || cell.count > known.count) labels.set(keyOf(cell), cell);
  }
  if (labels.size === cells.length) return [];
  const named = new Map(cells.map((cell) => [fold(cell.text), labels.get(keyOf(cell))?.text ?? cell.text]));
  return [...named];
}

/** The most frequent words for no and for yes. */
export function usualWords(cells: readonly CountedText[]): [no: string, yes: string] {
  const byCount = cells.toSorted((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1));
  const wordFor = (meaning: number) => byCount.find(({ text }) => meaningOf(text) === meaning)?.text;
  return [wordFor(0) ?? 'false', wordFor(1) ?? 'true'];
}

/** Returns a function that gives each text its label. */
export function createSpeller(spellings: Spellings): (text: string) => string {
  if (spellings.length === 0) return (text) => text;
  const labels = new Map(spellings);
  return (text) => labels.get(fold(text)) ?? text;
}

/**
 * The same for later cells, which may be spelt in a new way: an unknown text gets the label of the only category that
 * differs from it in spelling alone.
 */
export function createFinder(spellings: Spellings, categories: Iterable<string>): (text: string) => string {
  const exact = new Set(categories);
  const folded = new Map(spellings);
  const loose = new Map<string, string | undefined>();
  for (const category of exact) {
    const key = fold(category);
    if (!folded.has(key)) folded.set(key, category);
    loose.set(key.toLowerCase(), loose.has(key.toLowerCase()) ? undefined : category);
  }
  return (text) => {
    if (exact.has(text)) return text;
    const key = fold(text);
    return folded.get(key) ?? loose.get(key.toLowerCase()) ?? text;
  };
}
