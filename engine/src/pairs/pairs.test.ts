import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import type { Labels } from '../encoding/frame.ts';
import { loadModel } from '../load.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { train } from '../train.ts';
import { choosePairs } from './choose.ts';
import { fitStatistics, statisticsColumns } from './statistics.ts';

const random = createRandom(4);
const rowCount = 1200;
const rows = rowNumbers(rowCount);
const codes = [8, 8, 6].map((size) => Float64Array.from(rows, () => Math.floor(size * random())));
const features = [8, 8, 6].map((categories, input) => ({ name: `c${input}`, input, categories }));
const encoded = { features, columns: codes, encoders: [] };
const together = Float64Array.from(rows, (row) => ((codes[0][row] * 3 + codes[1][row] * 5) % 7) + random());
const apart = Float64Array.from(rows, (row) => codes[0][row] + 2 * codes[1][row] + random());
const noise = Float64Array.from(rows, random);
const labelsOf = (values: Float64Array): Labels => ({ task: 'regression', values, classCount: 0, loss: 'squared' });

test('pairs are chosen that tell more together, none for a sum of two columns nor for noise', () => {
  const chosen = [together, apart, noise].map((values) => choosePairs(encoded, labelsOf(values), rows, 1));
  expect(chosen.map((pairs) => pairs.map(({ first, second }) => [first, second]))).toEqual([[[0, 1]], [], []]);
});

test('a training row does not see its own target', () => {
  const labels = labelsOf(noise);
  const pair = { first: 0, second: 1, firstCodes: 8, secondCodes: 8 };
  const known = rows.slice(0, 1000);
  const statistics = fitStatistics(pair, codes, labels, known);
  const [column] = statisticsColumns(statistics, codes, labels, known, 1);
  const product = (set: Int32Array) => set.reduce((sum, row) => sum + (column[row] - 0.5) * (noise[row] - 0.5), 0);
  expect(product(known) / 1000).toBeLessThan(0.001);
});

test('a model with pairs answers unseen and missing categories, and the same from its file', async () => {
  const effects = Array.from({ length: 15 * 15 }, () => 6 * random());
  const [first, second] = [0, 1].map(() => Array.from({ length: 1500 }, () => Math.floor(15 * random())));
  const cost = first.map((code, row) => effects[code * 15 + second[row]] + random());
  const column = (name: string, cells: number[]) =>
    textColumn(
      name,
      cells.map((code) => `v${code}`),
    );
  const table = tableOf([column('c0', first), column('c1', second), numberColumn('y', cost)]);
  const model = await train(table, { target: 'y' });
  const asked = [{ c0: 'v1', c1: 'v2' }, { c0: 'new', c1: 'v2' }, {}];
  const answers = model.predict(asked, {}, []);
  expect(model.description.stages.join()).toContain('pairs of categories');
  expect(Math.abs((answers?.values[0] ?? 0) - effects[17] - 0.5)).toBeLessThan(1.5);
  expect(loadModel(model.toBytes()).predict(asked, {}, [])).toEqual(answers);
});
