import { expect, test } from 'vitest';
import { coveredIn } from '../src/models/covered-in.ts';

const figures = { mae: 1, naive_mae: 2, mase: 0.5 };
const backtest = {
  level: 0.9,
  origins: 2,
  points: [],
  steps: [
    { step: 1, count: 30, covered: 0.9, ...figures },
    { step: 2, count: 10, covered: 0.7, ...figures },
    { step: 3, count: 10, covered: null, ...figures },
  ],
  series: [
    { series: { shop: 'north' }, count: 25, covered: 0.722, ...figures },
    { series: { shop: 'south' }, count: 25, covered: 0.95, ...figures },
  ],
};

test('a forecast says what its interval held, of all series and of its own', () => {
  const { all, ...rest } = coveredIn(backtest, { shop: 'north', t: 1 })!;
  expect(all).toBeCloseTo(0.85, 12);
  expect(rest).toEqual({ level: 0.9, series: 0.722 });
  expect(coveredIn(backtest, { shop: 'west' })?.series).toBeNull();
  expect(coveredIn({ ...backtest, steps: backtest.steps.slice(2) }, {})).toBeUndefined();
});
