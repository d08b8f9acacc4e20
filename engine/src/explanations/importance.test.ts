import { expect, test } from 'vitest';
import type { FittedModel, Split } from '../learners/contract.ts';
import { createRandom } from '../random.ts';
import { beyondChance } from './beyond-chance.ts';
import { measureImportances } from './importance.ts';
import { drawRows } from './judged-rows.ts';

const tables = 150;
const random = createRandom(11);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Some validation rows of `inputs` columns, and a sum of them that was fitted to noise. */
function drawBlend(inputs: number, rows: number, tail: (value: number) => number) {
  const weights = Array.from({ length: inputs }, normal);
  const columns = weights.map(() => Float64Array.from({ length: rows }, normal));
  const values = Float64Array.from({ length: rows }, () => tail(normal()));
  const split = {
    encoded: { features: weights.map((_, input) => ({ name: `x${input}`, input, categories: 0 })), columns },
    labels: { task: 'regression', values, classCount: 0, loss: 'squared' },
    train: Int32Array.from({ length: rows }, (_, row) => row),
    validation: Int32Array.from({ length: rows }, (_, row) => row),
    pause: async () => {},
  } as unknown as Split;
  const model = {
    score(cells: Float64Array, count: number, out: Float64Array) {
      for (let row = 0; row < count; row++)
        out[row] = weights.reduce((sum, weight, input) => sum + weight * cells[row * inputs + input], 0);
    },
  } as FittedModel;
  return { blend: { split, members: [{ model, weight: 1 }] }, values, columns };
}

test.each([
  ['few rows', 3, 10, (value: number) => value],
  ['many columns', 30, 40, (value: number) => value],
  ['a long tail', 8, 60, (value: number) => Math.sinh(2 * value)],
] as const)(
  'at most one table of noise in twenty has a column that seems to matter, one split shuffled again and again: %s',
  async (_name, inputs, rows, tail) => {
    let alarms = 0;
    for (let table = 0; table < tables; table++) {
      const { blend } = drawBlend(inputs, rows, tail);
      const importances = await measureImportances([blend], inputs, {
        seed: table,
        deadline: Number.POSITIVE_INFINITY,
        leastMs: 0,
      });
      if (importances.some(({ share }) => share > 0)) alarms += 1;
    }
    expect(alarms / tables).toBeLessThanOrEqual(0.05);
  },
);

test('a column that matters is found among noise', async () => {
  const { blend, values, columns } = drawBlend(20, 100, (value) => value);
  for (const row of values.keys()) values[row] = 5 * columns[3][row] + normal();
  blend.members[0].model.score = (cells, count, out) => {
    for (let row = 0; row < count; row++) out[row] = 5 * cells[row * 20 + 3];
  };
  const importances = await measureImportances([blend], 20, {
    seed: 1,
    deadline: Number.POSITIVE_INFINITY,
    leastMs: 0,
  });
  expect(importances.map(({ share }) => share > 0).indexOf(true)).toBe(3);
  expect(importances[3].share).toBe(1);
});

test('two columns that tell the same share what they tell together', async () => {
  const { blend, values, columns } = drawBlend(6, 400, (value) => value);
  columns[1] = columns[0].map((cell) => cell + 0.01 * normal());
  for (const row of values.keys()) values[row] = 5 * columns[0][row] + 5 * columns[3][row] + normal();
  blend.members[0].model.score = (cells, count, out) => {
    for (let row = 0; row < count; row++)
      out[row] = 2.5 * cells[row * 6] + 2.5 * cells[row * 6 + 1] + 5 * cells[row * 6 + 3];
  };
  const shares = await measureImportances([blend], 6, { seed: 1, deadline: Number.POSITIVE_INFINITY, leastMs: 0 });
  expect(shares[0].share).toBeCloseTo(0.25, 1);
  expect(shares[1].share).toBeCloseTo(0.25, 1);
  expect(shares[3].share).toBeCloseTo(0.5, 1);
});

test('of a rare class all rows are judged, and they count as often as they are', () => {
  const values = Float64Array.from({ length: 1000 }, (_, row) => (row % 50 === 0 ? 1 : 0));
  const split = {
    labels: { task: 'classification', values, classCount: 2 },
    validation: Int32Array.from(values.keys()),
  } as unknown as Split;
  const { rows, strata, shares } = drawRows(split, 100, random);
  expect(rows).toHaveLength(100);
  expect(strata.filter((stratum) => stratum === 1)).toHaveLength(20);
  expect([...shares]).toEqual([0.98, 0.02]);
});

test('the k-th greatest of many ratios passes the k-th level', () => {
  // Normal quantiles of 0.02 and 0.04 by ten columns are 2.88 and 2.65.
  const rest = Array(8).fill(0.5);
  expect(beyondChance([2.7, 2.7, ...rest], 100_000).filter(Boolean)).toHaveLength(2);
  expect(beyondChance([2.7, 1, ...rest], 100_000).filter(Boolean)).toHaveLength(0);
  expect(beyondChance([9, 1], 1)).toEqual([false, false]);
});
