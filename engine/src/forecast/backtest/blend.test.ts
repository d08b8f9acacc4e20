import { expect, test } from 'vitest';
import { methodNames } from '../methods/list.ts';
import type { Trial } from './backtest.ts';
import { blendMethods } from './blend.ts';

const [naive, smoothing, theta] = ['seasonal naive', 'exponential smoothing', 'theta'].map((name) =>
  methodNames.indexOf(name),
);

/** A trial of zeros, in which methods are off by what is given; the seasonal naive forecast is off by `off`. */
function trialOf(off: number, unit: number, errors: Record<number, number>): Trial {
  const path = (error: number) => Float64Array.of(error, -error);
  return {
    known: 10,
    historyLength: 12,
    truth: path(0),
    paths: methodNames.map((_, method) => (errors[method] === undefined ? undefined : path(errors[method]))),
    naive: path(off),
    unit,
    recentUnit: unit,
    isRare: false,
  };
}

test('scores are errors in units of the series, of a method over the series that it was tried on', () => {
  const calm = [1, 3].map((off) => trialOf(off, 2, { [naive]: off, [smoothing]: off / 2, [theta]: 1 }));
  const wild = [8, 8].map((off) => trialOf(off, 4, { [naive]: off, [smoothing]: 2 * off }));
  const { scores, pooled } = blendMethods([calm, wild]);
  expect(pooled[naive]).toBe(1.5);
  // Scaled errors are 1 and 2: half and twice of them are 0.5 and 4, on the mean 2.25.
  expect(pooled[smoothing]).toBe(2.25);
  expect(scores[1][smoothing]).toBe(4);
  expect(pooled[theta]).toBe(0.5);
  expect(scores[1][theta]).toBeNaN();
});
