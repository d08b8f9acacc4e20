import { describe, expect, test } from 'vitest';
import { continueValues, fitOrder } from '../../src/forecast/methods/arima.ts';
import { seasonalAutoregression } from '../../src/forecast/methods/autoregression.ts';
import { findIndices } from '../../src/forecast/methods/decompose.ts';
import { intervalsOfDemand, rateOfDemand } from '../../src/forecast/methods/demand.ts';
import { fitSmoothing } from '../../src/forecast/methods/fit-smoothing.ts';
import { fitLaggedTrees } from '../../src/forecast/methods/lagged-trees.ts';
import { localMethods } from '../../src/forecast/methods/list.ts';
import { seasonalNaive } from '../../src/forecast/methods/seasonal-naive.ts';
import { extrapolate, smooth } from '../../src/forecast/methods/smoothing.ts';
import { theta } from '../../src/forecast/methods/theta.ts';
import { trendAndSeason } from '../../src/forecast/methods/trend-and-season.ts';
import { createRandom } from '../../src/random.ts';
import { passengers, recorded } from './recorded.ts';

const effort = { evaluations: 60, starts: 2, isShort: false };

function expectClose(found: Float64Array | undefined, wanted: readonly number[], share: number): void {
  expect(found).toHaveLength(wanted.length);
  for (const [step, value] of wanted.entries())
    expect(Math.abs((found?.[step] ?? Number.NaN) / value - 1)).toBeLessThan(share);
}

const seasonal = (length: number) =>
  Float64Array.from({ length }, (_, index) => 50 + index + 8 * Math.sin((index * Math.PI) / 2));

describe('as statsmodels does it', () => {
  test.each(recorded.smoothing)('smoothing $form with given weights', ({ form, weights, start, squares, forecast }) => {
    const end = smooth(form, weights, { ...start, seasons: Float64Array.from(start.seasons) }, passengers);
    expect(end.squares).toBeCloseTo(squares, 6);
    // Its forecasts leave the last value out of the effect of its phase, so the end of the first season is not compared.
    expectClose(extrapolate(form, weights, end, passengers.length, 11), forecast.slice(0, 11), 1e-12);
  });

  test.each(recorded.smoothing)('smoothing $form fits nearly as closely', ({ form, best_squares }) => {
    const { weights, start } = fitSmoothing(form, passengers, 12, effort);
    const { squares } = smooth(form, weights, start, passengers);
    // The first effects of the season are not fitted here, so seasonal forms keep some distance.
    expect(squares).toBeLessThan(best_squares * (form.season === 'none' ? 1.01 : 1.6));
  });

  test.each(['additive', 'multiplicative'] as const)('%s indices', (kind) => {
    expectClose(findIndices(passengers, 12, kind).indices, recorded.indices[kind], 1e-12);
  });

  test('theta', () => {
    expectClose(theta.fit(passengers, 12, effort)?.(passengers, 15), recorded.theta.forecast, 0.005);
  });

  test('seasonal autoregression', () => {
    expectClose(
      seasonalAutoregression.fit(passengers, 12, effort)?.(passengers, 15),
      recorded.autoregression.seasonal,
      1e-9,
    );
  });
});

/** Those of rare demand take no other series. */
const usualMethods = localMethods.filter((method) => method !== rateOfDemand && method !== intervalsOfDemand);

describe('on series that are known', () => {
  test('the seasonal naive forecast repeats the last season', () => {
    const forecast = seasonalNaive.fit(Float64Array.of(1, 2, 3, 4), 3, effort);
    expect([...(forecast?.(Float64Array.of(1, 2, 3, 4), 5) ?? [])]).toEqual([2, 3, 4, 2, 3]);
  });

  test.each(usualMethods)('$name continues a season, and a longer history too', (method) => {
    const path = method.fit(seasonal(40), 4, effort)?.(seasonal(48), 8);
    const truth = seasonal(56).subarray(48);
    const mean = truth.reduce((sum, value, step) => sum + Math.abs(value - (path?.[step] ?? Number.NaN)), 0) / 8;
    expect(mean).toBeLessThan(6.1);
  });

  test.each(usualMethods)('$name scales with the series', (method) => {
    const path = method.fit(passengers, 12, effort)?.(passengers, 12);
    const large = passengers.map((value) => value * 1024);
    const scaled = method.fit(large, 12, effort)?.(large, 12);
    expectClose(
      scaled,
      [...(path ?? [])].map((value) => value * 1024),
      1e-5,
    );
  });

  test.each(localMethods)('$name says that four values are too few, or forecasts them', (method) => {
    const few = Float64Array.of(3, 1, 4, 1);
    const path = method.fit(few, 12, effort)?.(few, 3) ?? [0];
    expect([...path].every(Number.isFinite)).toBe(true);
  });

  test('an autoregressive moving average is found again, and what it continues fades', () => {
    const random = createRandom(6);
    const noise = Float64Array.from({ length: 2001 }, () => random() - 0.5);
    const values = new Float64Array(2000);
    for (let place = 1; place < 2000; place++)
      values[place] = 0.7 * values[place - 1] + noise[place] - 0.4 * noise[place - 1];
    const { lags } = fitOrder({ values: 1, errors: 1, seasonalValues: 0, seasonalErrors: 0 }, values, 1, {
      skipped: 1,
      evaluations: 60,
    });
    expect(lags.values[0]).toBeCloseTo(0.7, 1);
    expect(lags.errors[0]).toBeCloseTo(0.4, 1);
    const [next, second] = continueValues(values, lags, 2);
    expect(second / next).toBeCloseTo(lags.values[0], 9);
  });

  test('trend and season comes back to the growth of the whole past', () => {
    const strayed = Float64Array.from({ length: 60 }, (_, place) => 3 * place + (place > 50 && place < 58 ? 20 : 0));
    const path = trendAndSeason.fit(strayed, 1, effort)?.(strayed, 6);
    expectClose(
      path,
      [60, 61, 62, 63, 64, 65].map((place) => 3 * place),
      0.05,
    );
  });

  test('trees learn what series have in common', () => {
    const random = createRandom(4);
    const swings = Array.from({ length: 12 }, (_, index) =>
      Float64Array.from({ length: 60 }, (__, place) => (index + 1) * (10 + 3 * (place % 6) + random())),
    );
    const settings = { window: 6, season: 6, seed: 0 };
    const [first, second] = fitLaggedTrees(
      swings.map((values) => values.subarray(0, 54)),
      settings,
    );
    expect(
      first?.(swings[0].subarray(0, 54), 6)?.every((value, step) => Math.abs(value - swings[0][54 + step]) < 2),
    ).toBe(true);
    expect(second?.(swings[1].subarray(0, 54), 6)).toHaveLength(6);
    expect(fitLaggedTrees([passengers.subarray(0, 20)], settings)).toEqual([undefined]);
  });
});
