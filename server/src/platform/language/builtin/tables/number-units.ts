import type { ColumnSummary } from '../../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import { giveUp } from './choices.ts';
import type { Bound } from './number-bounds.ts';
import type { Sentence } from './sentence.ts';

const seconds = new Map(
  Object.entries({ s: 1, sec: 1, second: 1, min: 60, mins: 60, minute: 60, h: 3600, hr: 3600, hour: 3600 }),
);

/** "Longer than 2 hours" of a column in minutes is 120. */
export function convertUnit(
  sentence: Sentence,
  { test, end }: Pick<Bound, 'test' | 'end'>,
  column: ColumnSummary,
): void {
  const { singular } = sentence.context.vocabulary;
  const asked = seconds.get(singular(sentence.items[end]?.text ?? ''));
  if (asked === undefined) return;
  sentence.use(end);
  const own = wordsOfName(column.name)
    .map((word) => seconds.get(singular(word)))
    .find((one) => one !== undefined);
  if (own === undefined) giveUp();
  const factor = asked / own;
  if (test.test === 'compare') test.value = Number(test.value) * factor;
  else if (test.test === 'between') Object.assign(test, { low: test.low * factor, high: test.high * factor });
  else test.values = test.values.map((value) => Number(value) * factor);
}
