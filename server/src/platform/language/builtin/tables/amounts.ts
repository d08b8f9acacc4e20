import type { Comparison, Test } from './logical-form.ts';
import { either, map, maybe, number, type Rule, sequence, term } from './rules.ts';

/** A number in a question; `money` when a currency stands beside it. */
interface Amount {
  value: number;
  money: boolean;
}

/** What a number must be: "more than 3", "between 3 and 5", "3 or more". */
export interface AmountTest {
  test: Extract<Test, { test: 'compare' | 'between' }>;
  money: boolean;
}

export const amount: Rule<Amount> = map(
  sequence(maybe(term('money')), number, maybe(term('money'))),
  ([before, value, after]) => ({ value, money: before !== undefined || after !== undefined }),
);

const operators: Readonly<Record<string, Comparison>> = {
  more: '>',
  atLeast: '>=',
  less: '<',
  atMost: '<=',
  orMore: '>=',
  orLess: '<=',
};

const bound: Rule<AmountTest> = either(
  map(sequence(term('more', 'atLeast', 'less', 'atMost'), amount), ([comparison, one]) =>
    compare(operators[comparison], one),
  ),
  map(sequence(amount, term('orMore', 'orLess')), ([one, comparison]) => compare(operators[comparison], one)),
);

const range: Rule<AmountTest> = either(
  map(sequence(term('between'), amount, term('and', 'to'), amount), ([, low, , high]) => between(low, high)),
  map(sequence(amount, term('to'), amount), ([low, , high]) => between(low, high)),
);

/** A bound or a range. */
export const amountTest: Rule<AmountTest> = either(bound, range);

export function compare(operator: Comparison, { value, money }: Amount): AmountTest {
  return { test: { test: 'compare', operator, value }, money };
}

function between(low: Amount, high: Amount): AmountTest | undefined {
  if (low.value > high.value) return undefined;
  return { test: { test: 'between', low: low.value, high: high.value }, money: low.money || high.money };
}
