import type { Answer, Reading } from '../algebra.ts';
import { wordsOf } from '../words/tokens.ts';
import { nameReading } from './say-reading.ts';

/** Returns a question in words that can only be read so. */
export function askReading(reading: Reading): string {
  const { answer } = reading;
  const name = nameReading(reading);
  if (answer.kind === 'rows') return `Show the ${name}.`;
  if (isOfRows(answer)) return `How many rows are there${name.slice('number of rows'.length)}?`;
  const isMany = 'count' in answer && answer.count > 1;
  return `What ${isMany ? 'are' : 'is'} the ${name}?`;
}

/** Whether rows are counted, in all or for each group, and nothing else is asked. */
function isOfRows(answer: Answer): boolean {
  return answer.kind === 'count' || (answer.kind === 'groups' && answer.measure.of === 'rows' && !answer.more?.length);
}

/** Whether a question is the one that asks a reading. */
export function isAskedSo(question: string, reading: Reading): boolean {
  return wordsOf(question).join(' ') === wordsOf(askReading(reading)).join(' ');
}
