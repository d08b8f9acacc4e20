import { expect, test } from 'vitest';
import { methodNames } from '../methods/list.ts';
import type { Trial } from './backtest.ts';
import { blendMethods } from './blend.ts';
import { listBest } from './choose-methods.ts';

const [naive, smoothing, theta] = ['seasonal naive', 'exponential smoothing', 'theta'].map((name) =>
  methodNames.indexOf(name),
);
const rate = methodNames.indexOf('rate of demand');

/** A trial of zeros, in which methods are off by what is given; the seasonal naive forecast is off by `off`. */
function trialOf(off: number, unit: number, errors: Record<number, number>, isRare = false): Trial {
  const path = (error: number) => Float64Array.of(error, -error);
  return {
    known: 10,
    historyLength: 12,
    truth: path(0),
    paths: methodNames.map((_, method) => (errors[method] === undefined ? undefined : path(errors[method]))),
    naive: path(off),
    unit,
    recentUnit: unit,
    isRare,
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

const usual = [1, 3].map((off) => trialOf(off, 2, { [naive]: off, [smoothing]: off / 2 }));
const rare = [2, 2].map((off) => trialOf(off, 2, { [naive]: off, [smoothing]: 1.8, [rate]: 1 }, true));

test.each([
  ['constant', [trialOf(0, 0, { [naive]: 0 })]],
  ['too short for a trial', []],
])('a series that is %s has the weights of rare demand where nothing else is known', (_, silent) => {
  const { pooled, weights, areSquared } = blendMethods([rare, silent]);
  expect(pooled[rate]).toBe(0.5);
  expect(areSquared[rate]).toBe(true);
  expect(weights[1][rate]).toBeGreaterThan(0);
  const mixed = blendMethods([rare, silent, usual]);
  expect(mixed.weights[1][smoothing]).toBeGreaterThan(0);
});

test('methods that only rare demand knows keep their scores beside other series, and say of which errors these are', () => {
  const { pooled, areSquared } = blendMethods([rare, usual]);
  expect(pooled[rate]).toBe(0.5);
  expect(pooled[smoothing]).toBe(0.5);
  expect([rate, smoothing].map((method) => areSquared[method])).toEqual([true, false]);
});

test('the best methods of rare demand are kept beside those of other series, however their errors compare', () => {
  const others = [naive, smoothing, theta, methodNames.indexOf('lagged trees')];
  const errorsOf = (least: number) => Object.fromEntries(others.map((method, place) => [method, least + place]));
  const wanted = trialOf(90, 1, { ...errorsOf(80), [rate]: 70 }, true);
  expect(listBest([[wanted], [trialOf(1, 1, errorsOf(1))]])).toEqual(new Set([rate, naive, smoothing, theta]));
});
