import { beforeAll, expect, test } from 'vitest';
import { sourceOf } from '../../src/large-tables/table-in-memory.ts';
import { loadModel } from '../../src/load.ts';
import type { Model } from '../../src/model.ts';
import { createRandom } from '../../src/random.ts';
import type { Column, TableSource } from '../../src/table.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const rowCount = 16_000;
const request = { cellsInMemory: 20_000, timeBudgetSeconds: 600, seed: 3, effort: 'quick' } as const;
const random = createRandom(5);
const draw = (make: () => number) => Array.from({ length: rowCount }, make);
const [first, second] = [draw(random), draw(random)];
const city = draw(() => Math.floor(random() * 40));
const day = draw(() => Math.floor(random() * 3000));
const truth = first.map((value, row) => Math.sin(9 * value) + second[row] + (city[row] % 4) + day[row] / 1500);
const noisy = truth.map((value) => value + 0.2 * (random() - 0.5));

/** Numbers, one of them with holes, a category, amounts and dates written as text, a number that counts the rows, and a constant. */
const inputs: Column[] = [
  numberColumn('count', first.keys()),
  numberColumn(
    'first',
    first.map((value, row) => (row % 50 === 7 ? Number.NaN : value)),
  ),
  textColumn(
    'second',
    second.map((value) => `$${value.toFixed(2)}`),
  ),
  textColumn(
    'city',
    city.map((place, row) => (row % 90 === 3 ? null : `${row % 7 === 0 ? 'City' : 'city'} ${place}`)),
  ),
  textColumn(
    'day',
    day.map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  ),
  numberColumn(
    'same',
    draw(() => 4),
  ),
];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => ({
    first: first[row],
    second: second[row],
    city: `city ${city[row]}`,
    day: new Date(day[row] * 86_400_000).toISOString(),
  }));

/** A source that counts its calls. */
function watched(columns: readonly Column[]) {
  const source = sourceOf(tableOf(columns));
  const asked = { wholeReads: 0, largestRead: 0 };
  const watching: TableSource = {
    ...source,
    readWhole() {
      asked.wholeReads += 1;
      return source.readWhole();
    },
    readSample(rows) {
      asked.largestRead = Math.max(asked.largestRead, rows.length);
      return source.readSample(rows);
    },
  };
  return { asked, source: watching };
}

const { asked, source } = watched([...inputs, numberColumn('y', noisy)]);
let model: Model;
beforeAll(async () => {
  model = await train(source, { ...request, target: 'y' });
});

test('a large table is never read as a whole: a sample is, and all rows go into bins', () => {
  expect(asked).toEqual({ wholeReads: 0, largestRead: 4000 });
  expect(model.description.plan.sampling).toEqual({
    table_rows: rowCount,
    searched_rows: 4000,
    held_rows: 1000,
    grown_rows: rowCount - 1000,
  });
  expect(model.description.rowCount).toBe(rowCount);
});

test('trees on all rows learn more than the sample alone has to tell, and are served', () => {
  const { candidates, accuracies } = model.description;
  const scoreOf = (name: string) => candidates.find((candidate) => candidate.name === name)?.performance ?? 0;
  expect(scoreOf('gradient boosting on all rows')).toBeGreaterThan(scoreOf('gradient boosting'));
  expect(candidates.find(({ name }) => name === 'gradient boosting on all rows')?.selected).toBe(true);
  expect(accuracies.r2_score).toBeGreaterThan(0.97);
});

test('what the model answers fits the held-out score, and its file answers the same', () => {
  const count = 2000;
  const answers = model.predict(rowsOf(count), {}, []);
  const squares = [...(answers?.values ?? [])].map((value, row) => (value - truth[row]) ** 2);
  expect(squares.length).toBe(count);
  expect(squares.reduce((sum, square) => sum + square / count, 0)).toBeLessThan(0.03);
  expect(loadModel(model.toBytes()).predict(rowsOf(count), {}, [])).toEqual(answers);
});

test('the held-out rows have the numbers of the whole table, and their file keeps them', () => {
  const { rows, truth: known } = model.heldOut!;
  expect(rows.length).toBe(1000);
  expect([...known]).toEqual(Array.from(rows, (row) => noisy[row]));
  expect(loadModel(model.toBytes()).heldOut).toEqual(model.heldOut);
});

test('columns are told apart by all their cells: what counts the rows is no input, ranges are of all rows', () => {
  const { features, ranges } = model.description;
  const roles = Object.fromEntries(features.map(({ column, role }) => [column, role]));
  expect(roles).toMatchObject({ count: 'identifier', first: 'feature', city: 'feature', same: 'constant' });
  expect(features.find(({ column }) => column === 'first')?.missing).toBe(rowCount / 50);
  const known = first.filter((_, row) => row % 50 !== 7);
  expect(ranges.find(({ column }) => column === 'first')).toMatchObject({
    min: Math.min(...known),
    max: Math.max(...known),
  });
});

test('the same table and seed give the same trees', { tags: 'long' }, async () => {
  const again = await train(source, { ...request, target: 'y' });
  const rows = rowsOf(200);
  expect(again.predict(rows, {}, [])).toEqual(model.predict(rows, {}, []));
});

test('classes, with rows whose class is not known', { tags: 'long' }, async () => {
  const classes = truth.map((value, row) =>
    row % 20 === 0 ? null : ['low', 'middle', 'high'][Math.max(0, Math.min(2, Math.floor(value / 1.7)))],
  );
  const table = tableOf([...inputs, textColumn('y', classes)]);
  const { description, predict } = await train(table, { ...request, target: 'y' });
  expect(description).toMatchObject({ task: 'multiclass', classes: ['high', 'low', 'middle'] });
  expect(description.rowCount).toBe((rowCount / 20) * 19);
  expect(description.accuracy).toBeGreaterThan(0.85);
  expect(description.plan.sampling).toMatchObject({ grown_rows: expect.any(Number) });
  expect(predict(rowsOf(3), {}, [])?.count).toBe(3);
});
