import { expect, test, vi } from 'vitest';
import { createRandom } from '../random.ts';
import type { BacktestSettings } from './backtest/backtest.ts';
import type { BlendedTrial } from './backtest/blend.ts';
import { chooseInputs, compareTrials } from './choose-inputs.ts';
import type { GatheredInputs } from './inputs/gather-inputs.ts';
import { fitInputs } from './inputs/regression.ts';
import { effortFor } from './methods/effort.ts';
import { methodNames } from './methods/list.ts';

const [length, ahead] = [60, 12];
const random = createRandom(3);
const prices = Array.from({ length: 3 }, () =>
  Float64Array.from({ length: length + ahead }, () => Math.floor(3 * random())),
);
const histories = prices.map((price) => price.slice(0, length).map((value) => 10 + value + 0.1 * random()));
const gathered: GatheredInputs = {
  known: { inputs: [], series: prices.map((cells) => ({ width: 1, cells })) },
  canBend: false,
  holidays: undefined,
  leftOut: [],
};

function settingsUntil(deadline: number): BacktestSettings {
  const effort = effortFor(3 * length, 60);
  const tried = methodNames.map((name) => name !== 'lagged trees');
  const spent = new Float64Array(methodNames.length);
  return { season: 1, cycles: [], window: 3, horizon: 4, seed: 0, effort, tried, spent, deadline };
}

test('ways to use inputs are tried one after another, from as many origins as that without inputs', async () => {
  const told: number[] = [];
  const search = await chooseInputs(histories, gathered, settingsUntil(Number.POSITIVE_INFINITY), async (done) => {
    told.push(done);
  });
  expect([search.tried.length, search.untried]).toEqual([2, 0]);
  expect(search.chosen?.form).toBe('added');
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeGreaterThan(0.9);
  expect(told.at(-1)).toBeLessThanOrEqual(1);
});

test('none is begun when the time is over, and that is counted', async () => {
  const search = await chooseInputs(histories, gathered, settingsUntil(performance.now() - 1), async () => {});
  expect([search.tried.length, search.untried, search.chosen]).toEqual([0, 2, undefined]);
  expect(search.result.trials.every((own) => own.length > 0)).toBe(true);
});

test('one that gets to fewer origins is not compared', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  // Once the first way has begun, the time is over for its second block of origins.
  const search = await chooseInputs(histories, gathered, settingsUntil(1), async (done) => {
    if (done > 1 / 3) clock.mockReturnValue(2);
  });
  clock.mockRestore();
  expect(search.result.origins).toBeGreaterThan(3);
  expect([search.tried.length, search.untried, search.chosen]).toEqual([0, 2, undefined]);
});

/** More series than decide, of the quickest methods. */
const many = Array.from({ length: 150 }, (_, index) => index % 3);
const manyHistories = many.map((kind) => histories[kind]);
const gatheredOfMany: GatheredInputs = {
  ...gathered,
  known: { inputs: [], series: many.map((kind) => ({ width: 1, cells: prices[kind] })) },
};
const quick = { tried: methodNames.map((name) => name === 'seasonal naive' || name === 'theta') };

test('of many series a sample decides, and the use that it chooses is backtested on all', async () => {
  const told: number[] = [];
  const settings = { ...settingsUntil(Number.POSITIVE_INFINITY), ...quick };
  const search = await chooseInputs(manyHistories, gatheredOfMany, settings, async (done) => {
    told.push(done);
  });
  expect([search.tried.length, search.untried]).toEqual([2, 0]);
  expect(search.chosen?.form).toBe('added');
  expect([search.chosen?.series.length, search.result.trials.length]).toEqual([150, 150]);
  const places = (own: readonly { known: number }[]) => own.map(({ known }) => known);
  const plain = await chooseInputs(manyHistories, { ...gatheredOfMany, known: undefined }, settings, async () => {});
  expect(search.result.trials.map(places)).toEqual(plain.result.trials.map(places));
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeCloseTo(1);
});

test('a use for whose backtest on all series the time is over counts as untried', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const settings = { ...settingsUntil(1), ...quick };
  // The sample has decided by then; all series get through the first block of origins only.
  const search = await chooseInputs(manyHistories, gatheredOfMany, settings, async (done) => {
    if (done > 0.75) clock.mockReturnValue(2);
  });
  clock.mockRestore();
  expect([search.tried.length, search.untried, search.chosen]).toEqual([1, 1, undefined]);
  expect(search.result.trials.every((own) => own.length > 0)).toBe(true);
});

test('rare demand is compared by squared errors, which do not prefer 0', () => {
  const truth = Float64Array.of(0, 0, 0, 4);
  const trial = (value: number): BlendedTrial => ({
    known: 20,
    historyLength: 24,
    path: new Float64Array(4).fill(value),
    naive: truth,
    truth,
    unit: 1,
    recentUnit: 1,
    isRare: true,
  });
  expect(compareTrials([[trial(1)]], [[trial(0)]])).toBe(0.75);
});

test('a fit of inputs pauses at each series', async () => {
  let pauses = 0;
  await fitInputs(
    histories,
    prices.map((cells) => ({ width: 1, cells })),
    1,
    async () => {
      pauses += 1;
    },
  );
  expect(pauses).toBeGreaterThanOrEqual(histories.length);
});
