import type { Reading } from '../algebra.ts';
import { wordsOf } from '../words/tokens.ts';
import { nameReading } from './say-reading.ts';

/** Returns a question in words that can only be read so. */
export function askReading(reading: Reading): string {
  const { answer } = reading;
  const isMany = 'count' in answer && answer.count > 1;
  return `What ${isMany ? 'are' : 'is'} the ${nameReading(reading)}?`;
}

/** Whether a question is the one that asks a reading. */
export function isAskedSo(question: string, reading: Reading): boolean {
  return wordsOf(question).join(' ') === wordsOf(askReading(reading)).join(' ');
}
