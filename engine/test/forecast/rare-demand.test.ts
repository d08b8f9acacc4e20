import { beforeAll, expect, test } from 'vitest';
import { isRareDemand } from '../../src/forecast/methods/rare-demand.ts';
import { loadModel } from '../../src/load.ts';
import type { Model, PredictOptions } from '../../src/model.ts';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const [parts, days, horizon] = [20, 300, 14];

/** Spare parts: on one day in five some are wanted, on the others none. */
function wanted(): number[][] {
  const random = createRandom(11);
  return Array.from({ length: parts }, () =>
    Array.from({ length: days + horizon }, () => (random() < 0.2 ? 1 + Math.floor(8 * random()) : 0)),
  );
}

const truth = wanted();
/** A row for each day of each part. */
function tableOfParts(parts: readonly (readonly number[])[]) {
  const rows = parts.flatMap((values, part) => values.map((value, place) => ({ part: `p${part}`, place, value })));
  return tableOf([
    textColumn(
      'part',
      rows.map(({ part }) => part),
    ),
    textColumn(
      'day',
      rows.map(({ place }) => new Date(Date.UTC(2023, 0, 1 + place)).toISOString().slice(0, 10)),
    ),
    numberColumn(
      'units',
      rows.map(({ value }) => value),
    ),
  ]);
}

let model: Model;

beforeAll(async () => {
  const table = tableOfParts(truth.map((values) => values.slice(0, days)));
  model = await train(table, { target: 'units', orderBy: 'day', groupBy: ['part'], horizon });
});

function answersOf(asked: Model, options: PredictOptions) {
  const problems: never[] = [];
  const answers = asked.predict([{}], options, problems);
  if (!answers?.lower || !answers.upper) throw new Error('no answers with bounds');
  return answers as typeof answers & { lower: Float64Array; upper: Float64Array };
}

/** Truths in the order of the answers: series by their names. */
const held = Array.from({ length: parts }, (_, part) => part)
  .sort((a, b) => (`p${a}` < `p${b}` ? -1 : 1))
  .map((part) => truth[part].slice(days));

const mean = (values: Iterable<number>) => {
  const all = [...values];
  return all.reduce((sum, value) => sum + value / all.length, 0);
};

test('rare demand is forecast by its mean, not by the 0 that comes most often', () => {
  const { values, lower } = answersOf(model, {});
  expect(mean(values)).toBeGreaterThan(0.85 * 0.9);
  expect(mean(values)).toBeLessThan(1.15 * 0.9);
  expect([...lower]).toEqual([...lower].map(() => 0));
  expect(model.description.warnings.join()).toContain('20 of 20 series are often 0');
  expect(model.description.warnings.join()).not.toContain('not significantly better than repeating');
});

test.each([false, true])('bounds of 0.9 hold about as much of it, sums: %s', (isCumulative) => {
  const { lower, upper } = answersOf(model, { quantile: 0.9, isCumulative });
  const hits = held.flatMap((values, series) => {
    let sum = 0;
    return values.map((value, step) => {
      sum = isCumulative ? sum + value : value;
      const place = series * horizon + step;
      return Number(sum >= lower[place] && sum <= upper[place]);
    });
  });
  expect(mean(hits)).toBeGreaterThan(0.83);
  expect(mean(hits)).toBeLessThan(0.98);
});

test('the bounds of a sum are narrower than those of its steps together, and survive saving', () => {
  const [single, sums] = [false, true].map((isCumulative) => answersOf(model, { isCumulative }));
  const widths = single.upper.subarray(0, horizon).reduce((sum, value) => sum + value, 0);
  expect(sums.upper[horizon - 1]).toBeLessThan(0.8 * widths);
  const loaded = loadModel(model.toBytes());
  expect(answersOf(loaded, { isCumulative: true })).toEqual(sums);
});

test('series of nothing beside rare demand are no reason to refuse them all', async () => {
  const panel = [truth[0], truth[1], truth[2].map(() => 0)].map((values) => values.slice(0, 120));
  const table = tableOfParts(panel);
  const trained = await train(table, { target: 'units', orderBy: 'day', groupBy: ['part'], horizon });
  expect(trained.description.candidates.map(({ metric }) => metric)).toContain('scaled_rmse');
  expect(answersOf(trained, {}).values.subarray(2 * horizon)).toEqual(new Float64Array(horizon));
});

test.each([
  ['mostly 0', [0, 0, 3, 0, 0, 0, 1, 0, 0, 2], 1, true],
  ['below 0 at times', [0, 0, -3, 0, 0, 0, 1, 0, 0, 2], 1, false],
  ['seldom 0', [4, 0, 3, 5, 2, 3, 1, 2, 0, 2], 1, false],
  ['closed on every second day', [4, 0, 3, 0, 2, 0, 1, 0, 5, 0], 2, false],
  ['never anything', [0, 0, 0, 0], 1, false],
] as const)('%s is told from the values', (_, values, season, expected) => {
  expect(isRareDemand(Float64Array.from(values), season)).toBe(expected);
});
