import type { Reading } from './reading.ts';

/** Returns 1 for a word for true, 0 for a word for false, NaN for anything else. */
export function parseBoolean(text: string, booleans: NonNullable<Reading['booleans']>): number {
  const word = text.toLowerCase();
  if (booleans.true.includes(word)) return 1;
  return booleans.false.includes(word) ? 0 : Number.NaN;
}
