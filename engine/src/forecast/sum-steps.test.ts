import { expect, test } from 'vitest';
import { sumSteps } from './sum-steps.ts';
import type { Valued } from './valued.ts';

const horizon = 1000;
const state = { sumGrowth: null, growth: new Float64Array(horizon).fill(1) };
const prices = [new Map([[0, [2]]]), new Map([[0, [3]]])];

/** Each step is worth the price that the row gives, or 1; the price of steps from `lacking` on is unknown. */
function counted(lacking = Number.POSITIVE_INFINITY) {
  let calls = 0;
  const valued: Valued = (_, steps, given) => {
    calls += 1;
    if (steps >= lacking) return { column: 'price', steps };
    return { value: given?.get(0)?.[0] ?? 1, below: 1, above: 1 };
  };
  return { valued, calls: () => calls };
}

test('sums of a row with inputs of its own take each step once, and are its own', () => {
  const { valued, calls } = counted();
  const summed = sumSteps(state, valued, new Map([[1, { steps: 10, level: 0 }]]));
  for (let steps = 11; steps <= horizon; steps++)
    for (const given of [...prices, undefined])
      for (const series of [0, 1]) {
        const count = series === 1 ? steps - 10 : steps;
        expect(summed(series, steps, given)).toMatchObject({ value: (given?.get(0)?.[0] ?? 1) * count, below: count });
      }
  expect(calls()).toBe(3 * (horizon + horizon - 10));
});

test('a step that lacks an input is that of all later sums', () => {
  const { valued, calls } = counted(4);
  const summed = sumSteps(state, valued, new Map());
  expect(summed(0, 3)).toMatchObject({ value: 3 });
  expect([summed(0, 9), summed(0, 5)]).toEqual([
    { column: 'price', steps: 4 },
    { column: 'price', steps: 4 },
  ]);
  expect(calls()).toBe(4);
});
