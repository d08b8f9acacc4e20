import { parseBoolean } from '../readings/booleans.ts';
import { fold } from '../readings/fold.ts';
import { usualReading } from '../readings/reading.ts';

/** A distinct cell, trimmed, and in how many rows it stands. */
export interface CountedText {
  text: string;
  count: number;
}

/** What a folded text is called; empty where every text is its own name. */
export type Spellings = readonly (readonly [folded: string, label: string])[];

const { booleans: usualBooleans } = usualReading('boolean');

/** 1 for a word of assent, 0 for its opposite, NaN for anything else. */
export function meaningOf(word: string): number {
  return usualBooleans ? parseBoolean(fold(word).toLowerCase(), usualBooleans) : Number.NaN;
}

/**
 * Where some texts differ only in case, accents' writing, white space or quotes, or are words of one meaning (`yes` and `Y` in
 * a column of booleans): what all are called, which is the most frequent spelling of each.
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

/** Gives each text the label that it goes by. */
export function createSpeller(spellings: Spellings): (text: string) => string {
  if (spellings.length === 0) return (text) => text;
  const labels = new Map(spellings);
  return (text) => labels.get(fold(text)) ?? text;
}

/**
 * The same for cells to come, which may be spelt as no cell of the training was: a text that is none of the categories goes by
 * the one that differs from it in spelling only, where there is just one.
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
