import { expect, it } from 'vitest';
import { differenceOf, signTest } from './paired-difference.ts';
import type { Result } from './schemas.ts';

/** R: binom.test(1, 8)$p.value, binom.test(0, 6)$p.value, binom.test(5, 10)$p.value */
it.each([
  [1, 7, 0.0703125],
  [6, 0, 0.03125],
  [5, 5, 1],
  [0, 0, 1],
])('tests %i wins against %i losses', (wins, losses, p) => {
  expect(signTest(wins, losses)).toBeCloseTo(p, 12);
});

const result = (is_right: boolean, milliseconds: number, cost: number | null): Result => ({
  question: 'q',
  expected: { value: 1 },
  is_right,
  difference: null,
  answer: '1',
  sql: [],
  finish_reason: 'stop',
  milliseconds,
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, cost },
});

it('tells the difference of score, time and cost with its error', () => {
  const pair = (before: boolean, after: boolean) => ({ before: result(before, 100, 1), after: result(after, 50, 3) });
  const difference = differenceOf([pair(false, true), pair(false, true), pair(true, true), pair(true, false)]);
  expect(difference).toMatchObject({ score: 0.25, p_value: 1, milliseconds: -50, tokens: 0, cost: 2 });
  expect(difference?.standard_error).toBeCloseTo(Math.sqrt((2 * 0.75 ** 2 + 0.25 ** 2 + 1.25 ** 2) / 3 / 4), 12);
  const free = { before: result(true, 1, null), after: result(true, 1, 3) };
  expect(differenceOf([free])).toMatchObject({ cost: null, standard_error: null });
  expect(differenceOf([])).toBeUndefined();
  const nothing = { input_tokens: null, output_tokens: null, total_tokens: null, cost: null };
  const byRules = { ...result(true, 1, null), usage: nothing };
  expect(differenceOf([{ before: byRules, after: result(true, 1, 3) }])).toMatchObject({ cost: 3, tokens: 2 });
  expect(differenceOf([{ before: result(true, 1, 3), after: byRules }])).toMatchObject({ cost: -3, tokens: -2 });
  const partly = [
    { before: byRules, after: result(true, 1, 3) },
    { before: byRules, after: result(true, 1, null) },
  ];
  expect(differenceOf(partly)).toMatchObject({ cost: null });
});
