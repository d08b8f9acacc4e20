import { expect, test } from 'vitest';
import { createRandom } from '../src/random.ts';
import { train } from '../src/train.ts';
import { numberColumn, tableOf, textColumn } from './tables.ts';

test('5,000 columns are learned from', { tags: 'long' }, async () => {
  const random = createRandom(21);
  const rowCount = 300;
  const columns = Array.from({ length: 5000 }, () => Float64Array.from({ length: rowCount }, random));
  const y = columns[7].map((value, row) => 5 * value + 3 * columns[4000][row] + 0.1 * random());
  const table = tableOf([...columns, y].map((values, index) => numberColumn(`x${index}`, values)));
  // The full search would take a minute; the assertions hold wherever the clock cuts it.
  const model = await train(table, { target: 'x5000', effort: 'quick', timeBudgetSeconds: 5 });
  expect(model.description.inputs).toHaveLength(5000);
  expect(model.description.columnImportances.x7).toBeGreaterThan(10 / 5000);
  const { values, lower, upper } = model.predict([{ x7: 0.9 }, { x7: 0.1 }], {}, [])!;
  expect(values[0]).toBeGreaterThan(values[1]);
  expect(lower![0] < values[0] && values[0] < upper![0]).toBe(true);
});

test('more than 1,000 classes are refused with the limit, however many rows there are', async () => {
  const random = createRandom(22);
  const labels = Array.from({ length: 4004 }, (_, row) => `class ${row % 1001}`);
  const table = tableOf([numberColumn('x', labels.map(random)), textColumn('y', labels)]);
  const refusal = train(table, { target: 'y', task: 'multiclass' });
  await expect(refusal).rejects.toThrow('at most 1000 classes');
  await expect(refusal).rejects.toMatchObject({ code: 'too_many_classes' });
});

test('classes are counted in all rows, also where most of them are rare and a sample would do', async () => {
  const labels = Array.from({ length: 40_000 }, (_, row) => `class ${row < 400 ? 900 + (row % 200) : row % 900}`);
  const random = createRandom(23);
  const table = tableOf([numberColumn('x', labels.map(random)), textColumn('y', labels)]);
  const refusal = train(table, { target: 'y', cellsInMemory: 100_000, timeBudgetSeconds: 1 });
  await expect(refusal).rejects.toThrow('1100 distinct values: at most 1000 classes');
});
