import type { Reading } from './reading.ts';

/** 1 for a word of assent, 0 for its opposite, NaN for anything else. */
export function parseBoolean(text: string, booleans: NonNullable<Reading['booleans']>): number {
  const word = text.toLowerCase();
  if (booleans.true.includes(word)) return 1;
  return booleans.false.includes(word) ? 0 : Number.NaN;
}
