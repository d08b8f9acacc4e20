import { expect, test } from 'vitest';
import { loadModel } from '../src/load.ts';
import { createRandom } from '../src/random.ts';
import type { Column } from '../src/table.ts';
import { train } from '../src/train.ts';
import { numberColumn, tableOf, textColumn } from './tables.ts';

const random = createRandom(5);
const count = 60;
const numbers = (name: string, cell: (row: number) => number) =>
  numberColumn(
    name,
    Array.from({ length: count }, (_, row) => cell(row)),
  );
const texts = (name: string, cell: (row: number) => string) =>
  textColumn(
    name,
    Array.from({ length: count }, (_, row) => cell(row)),
  );

test.each<[string, Column, Column]>([
  ['infinite and huge numbers', numbers('a', (row) => [Infinity, -1e308, 1e308][row % 3]), numbers('y', random)],
  [
    'a target that follows to the last digit',
    numbers('a', (row) => 1 + (row % 7)),
    numbers('y', (row) => 1000 + 300 * (1 + (row % 7))),
  ],
  ['a target with huge outliers', numbers('a', random), numbers('y', (row) => (row === 7 ? 1e90 : random()))],
  ['tiny numbers', numbers('a', () => random() * 1e-300), numbers('y', () => random() * 1e-90)],
  [
    'names of JavaScript',
    texts('__proto__', (row) => ['constructor', 'toString'][row % 2]),
    numbers('y', (row) => (row % 2) + random()),
  ],
  [
    'emoji and right-to-left',
    texts('🛫', (row) => ['😀', 'مرحبا', ''][row % 3]),
    texts('y', (row) => ['👍🏽', 'שלום'][row % 2]),
  ],
  ['lists', texts('l', (row) => JSON.stringify([row % 2 ? 'a' : 'b', row])), texts('y', (row) => String(row % 2))],
  ['a class of one row', numbers('a', random), texts('y', (row) => (row === 0 ? 'rare' : 'common'))],
  [
    'dates at the end of time',
    { name: 't', type: 'time', values: Float64Array.from({ length: count }, (_, row) => row * 1.4e14) },
    numbers('y', random),
  ],
])('%s', async (_, input, target) => {
  const model = loadModel((await train(tableOf([input, target]), { target: 'y', effort: 'quick' })).toBytes());
  const predictions = model.predict([{}, { [input.name]: null }], {}, []);
  const { values, lower, upper, confidence } = predictions ?? {};
  expect(
    [...(values ?? [NaN]), ...(lower ?? []), ...(upper ?? []), ...(confidence ?? [NaN])].every(Number.isFinite),
  ).toBe(true);
});

test.each([
  ['beyond 1e+100', (row: number) => (row === 7 ? 1e200 : row)],
  ['beyond 1e+100', (row: number) => [1e300, -1e300][row % 2]],
  ['at least 1e-100', (row: number) => (row % 9) * 1e-300],
])('a target of numbers that squares lose is refused: %s', async (rule, cell) => {
  const table = tableOf([numbers('a', random), numbers('y', cell)]);
  for (const more of [{}, { orderBy: 'a' }])
    await expect(train(table, { target: 'y', ...more })).rejects.toMatchObject({
      code: 'target_size',
      column: 'y',
      message: expect.stringContaining(rule),
    });
});
