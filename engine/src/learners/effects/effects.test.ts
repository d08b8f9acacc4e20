import { expect, test } from 'vitest';
import { loadModel } from '../../load.ts';
import { createRandom } from '../../random.ts';
import type { Table } from '../../table.ts';
import { train } from '../../train.ts';
import { fittedEffects } from './fitted-effects.ts';
import { viewIntervals, viewValues } from './levels.ts';
import { modelEffects } from './model-effects.ts';
import { compileEffects } from './score-effects.ts';

const rowCount = 1200;
const random = createRandom(7);
const shops = 120;
const effectOf = Float64Array.from({ length: shops }, () => 4 * random() - 2);
const shop = Float64Array.from({ length: rowCount }, () => Math.floor(shops * random()));
const size = Float64Array.from({ length: rowCount }, () => random());
const noise = Float64Array.from({ length: rowCount }, () => random() - 0.5);

/** The number of the shop says nothing, which shop it is says all. */
const table: Table = {
  rowCount,
  columns: [
    { name: 'shop', type: 'number', values: shop },
    { name: 'size', type: 'number', values: size },
    { name: 'y', type: 'number', values: shop.map((one, row) => effectOf[one] + 2 * size[row] + noise[row]) },
  ],
};

test('numbers that stand for something have an effect each, in the model and in its file', async () => {
  const model = await train(table, {
    target: 'y',
    quality: 'fast',
    validate: { scheme: 'random' },
    timeBudgetSeconds: 60,
  });
  const r2 = (name: string) =>
    model.description.candidates.find((candidate) => candidate.name === name)?.performance ?? Number.NaN;
  expect(r2('effects')).toBeGreaterThan(0.9);
  expect(r2('effects')).toBeGreaterThan(r2('ridge') + 0.4);
  const rows = [
    { shop: 3, size: 0.5 },
    { shop: 1e6, size: 0.5 },
    { shop: null, size: 0.5 },
  ];
  const told = model.predict(rows, {}, [])?.values ?? [];
  expect(Math.abs(told[0] - effectOf[3] - 1)).toBeLessThan(0.4);
  expect([...(loadModel(model.toBytes()).predict(rows, {}, [])?.values ?? [])]).toEqual([...told]);
});

test('rows that are held out are judged by effects that others had: chance explains nothing', async () => {
  const [, size] = table.columns;
  const chance = { name: 'y', type: 'number', values: noise } as const;
  const told = { rowCount, columns: [table.columns[0], size, chance] };
  const asked = { target: 'y', quality: 'fast', validate: { scheme: 'random' }, timeBudgetSeconds: 60 } as const;
  const { description } = await train(told, asked);
  expect(description.candidates.find(({ name }) => name === 'effects')?.performance).toBeLessThan(0.01);
});

test('effects of rare values are shrunk, and of values that were not seen they are 0', () => {
  const codes = Float64Array.of(...new Array(50).fill(0), ...new Array(50).fill(1), 2);
  const truth = Float64Array.of(...new Array(50).fill(0), ...new Array(50).fill(2), 4);
  const rows = Int32Array.from(codes.keys());
  const encoded = { features: [{ name: 'c', input: 0, categories: 4 }], columns: [codes], encoders: [] };
  const plan = { views: [viewValues(0, codes, rows)], sets: [[0]] };
  const model = modelEffects(
    plan,
    encoded,
    truth.map((value, row) => value + ((row % 5) - 2) / 2),
    false,
    rows,
  );
  const out = new Float64Array(1);
  const { scoreRow } = compileEffects(model);
  const [common, rare, unseen] = [1, 2, 3].map((code) => scoreRow(Float64Array.of(code), 0, out));
  expect(common).toBeGreaterThan(1.9);
  // Its one row says 3.
  expect(rare).toBeLessThan(2.95);
  expect(rare).toBeGreaterThan(unseen);
  expect(unseen).toBe(model.intercept);
});

test('intervals hold about as many rows each, and missing is one of its own', () => {
  const values = Float64Array.from({ length: 80 }, (_, row) => (row === 7 ? Number.NaN : row));
  const { cuts } = viewIntervals(0, values, Int32Array.from(values.keys()), 4);
  expect([...cuts]).toEqual([20, 40, 60]);
});

test('rows in a buffer with room for more are scored as they are alone', () => {
  const view = { slot: 1, isExact: true, cuts: Float64Array.of(1, 2) };
  const levels = new Map([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  const model = { views: [view], terms: [{ views: [0], levels }], effects: [Float64Array.of(1, 2, 3)], intercept: 10 };
  const fitted = fittedEffects([model], 2, 1);
  const rows = [0, 1, 0, 2];
  const [alone, roomy] = [new Float64Array(2), new Float64Array(2)];
  fitted.score(Float64Array.from(rows), 2, alone);
  fitted.score(Float64Array.from([...rows, 9, 9, 9, 9]), 2, roomy);
  expect([...roomy]).toEqual([...alone]);
  expect(alone[0]).not.toBe(alone[1]);
});

test('rows that differ from the one before in some cells are scored as they are alone, beyond 31 views too', () => {
  const random = createRandom(5);
  const width = 40;
  const views = Array.from({ length: width }, (_, slot) => ({ slot, isExact: true, cuts: Float64Array.of(0, 1, 2) }));
  const levels = new Map(Array.from({ length: 25 }, (_, key) => [key, key]));
  const terms = Array.from({ length: 60 }, (_, place) => ({ views: [place % width, (place * 7 + 3) % width], levels }));
  const effects = terms.map(() => Float64Array.from({ length: 25 }, () => random()));
  const fitted = fittedEffects([{ views, terms, effects, intercept: 1 }], width, 1);
  const cells = [0, 1, 2, 3, Number.NaN, -0];
  const rows = new Float64Array(50 * width);
  for (let at = 0; at < rows.length; at++)
    rows[at] = at >= width && random() < 0.9 ? rows[at - width] : cells[Math.floor(random() * cells.length)];
  const together = new Float64Array(50);
  fitted.score(rows, 50, together);
  const alone = Float64Array.of(0);
  for (let row = 0; row < 50; row++) {
    fitted.score(rows.subarray(row * width, (row + 1) * width), 1, alone);
    expect(together[row]).toBe(alone[0]);
  }
});
