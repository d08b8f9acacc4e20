import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import type { BlendedTrial } from './blend.ts';
import { findLevelPower, levelFactors, levelsSince } from './level-power.ts';

const horizon = 12;

/** Trials of a season whose errors are of one size, or in proportion to the level. */
function drawTrials(areProportional: boolean): BlendedTrial[][] {
  const random = createRandom(8);
  const trials = Array.from({ length: 9 }, (): BlendedTrial => {
    const path = Float64Array.from({ length: horizon }, (_, step) => Math.exp(0.5 * Math.sin((Math.PI * step) / 6)));
    const truth = path.map((level) => level + 0.2 * (areProportional ? level : 1) * (random() - 0.5));
    return { known: 99, historyLength: 99, path, naive: path, truth, unit: 1, recentUnit: 1, isRare: false };
  });
  return [trials];
}

test('errors in proportion to the level are seen, and even ones are left', () => {
  expect(findLevelPower(drawTrials(true))).toBe(1);
  expect(findLevelPower(drawTrials(false))).toBe(0);
  const [[first, ...others]] = drawTrials(true);
  expect(findLevelPower([[{ ...first, truth: first.truth.map((value) => value - 1) }, ...others]])).toBe(0);
});

test('bounds are as much wider at the peak as the forecast is above its mean', () => {
  expect([...levelFactors(Float64Array.of(1, 3, 8), 2, 1)]).toEqual([0.5, 1.5, 4]);
  expect([...levelFactors(Float64Array.of(1, 3), 2, 0)]).toEqual([1, 1]);
});

test('errors of a trial are told at the level of today by whole seasons, where they grow with it', () => {
  const history = Float64Array.from(
    { length: 40 },
    (_, place) => (place % 2 === 0 ? 1 : 3) * 2 ** Math.floor(place / 10),
  );
  const [[trial]] = drawTrials(true);
  const trials = [[{ ...trial, known: 20, historyLength: 40 }]];
  const settings = { season: 2, horizon: 9 };
  expect(levelsSince(trials, [history], { ...settings, power: 1 })).toEqual([[4]]);
  expect(levelsSince(trials, [history], { ...settings, power: 0.5 })).toEqual([[2]]);
  expect(levelsSince(trials, [history], { ...settings, power: 0 })).toEqual([[1]]);
  expect(levelsSince(trials, [history.map((value) => value - 40)], { ...settings, power: 1 })).toEqual([[1]]);
});
