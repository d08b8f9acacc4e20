import { expect, test } from 'vitest';
import { numberColumn, tableOf } from '../../test/tables.ts';
import { readInputs } from '../columns/inputs.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { clusters, findOrders, independentPieces } from './times.ts';

const random = createRandom(8);

function isDated(years: readonly number[]): boolean | undefined {
  const table = tableOf([numberColumn('year', years), numberColumn('y', years.map(random))]);
  const { columns } = readInputs(table, { target: 'y' }, rowNumbers(table.rowCount));
  return findOrders(table, columns, rowNumbers(table.rowCount)).find(({ column }) => column === 'year')?.isDated;
}

test('years in which rows were written down are times, those of cars are not', () => {
  const drawn = Array.from({ length: 400 }, () => 2000 + Math.floor(24 * random()));
  expect(isDated(drawn)).toBe(false);
  expect(isDated(drawn.toSorted())).toBe(true);
  expect(isDated(drawn.toSorted().reverse())).toBe(true);
  expect(isDated(Array.from({ length: 400 }, (_, row) => 2000 + (row % 8)))).toBe(true);
});

test('later years are those to come where the whole table is in their order, not one event after the other', () => {
  const goesOn = (values: readonly number[]) => {
    const table = tableOf([numberColumn('year', values), numberColumn('y', values.map(random))]);
    const { columns } = readInputs(table, { target: 'y' }, rowNumbers(table.rowCount));
    return findOrders(table, columns, rowNumbers(table.rowCount)).map((order) => [order.isDated, order.goesOn]);
  };
  const years = Array.from({ length: 400 }, (_, row) => 1900 + (row >> 2));
  expect(goesOn(years)).toEqual([[true, true]]);
  expect(goesOn(years.toReversed())).toEqual([[true, true]]);
  expect(goesOn(years.map((year, row) => (row % 15 === 0 ? year - 9 : year)))).toEqual([[true, true]]);
  expect(goesOn([1897, 1917, 1972, 1977].flatMap((first) => years.slice(0, 100).map((_, row) => first + row)))).toEqual(
    [[true, false]],
  );
});

test.each([
  ['trend', (row: number) => 1 + Math.floor(row / 20), true],
  ['study_week', (row: number) => Math.floor(row / 20), true],
  ['rooms', (row: number) => 1 + Math.floor(row / 20), false], // a table may be sorted by anything
  ['day', (row: number) => 1 + (row % 30), false],
  ['t', (row: number) => row, false], // numbers of the rows
  ['month', (row: number) => 1 + Math.floor(row / 100), false],
])('%s counts periods if the table is sorted by it', (name, valueAt, isOrder) => {
  const values = Array.from({ length: 400 }, (_, row) => valueAt(row));
  const table = tableOf([numberColumn(name, values), numberColumn('y', values.map(random))]);
  const { columns } = readInputs(table, { target: 'y' }, rowNumbers(400));
  expect(findOrders(table, columns, rowNumbers(400)).map((one) => one.column)).toEqual(isOrder ? [name] : []);
});

test('a date in columns of year, month and day is a time, and a year beside it is not another', () => {
  const days = Array.from({ length: 400 }, (_, row) => new Date(Date.UTC(2020, 0, 1 + row)));
  const table = tableOf([
    numberColumn(
      'day',
      days.map((day) => day.getUTCDate()),
    ),
    numberColumn(
      'month',
      days.map((day) => day.getUTCMonth() + 1),
    ),
    numberColumn(
      'year',
      days.map((day) => day.getUTCFullYear()),
    ),
    numberColumn('y', days.map(random)),
  ]);
  const { columns } = readInputs(table, { target: 'y' }, rowNumbers(400));
  const orders = findOrders(table, columns, rowNumbers(400));
  expect(orders.map(({ column, isDated }) => [column, isDated])).toEqual([['year, month, day', true]]);
  expect([...orders[0].moments]).toEqual(days.map(Number));
});

test('pieces of time whose losses go together are fewer pieces of evidence', () => {
  const lossesOf = (loss: (piece: number) => number) =>
    new Map(Array.from({ length: clusters }, (_, piece) => [piece, loss(piece)]));
  expect(independentPieces(lossesOf(() => random()))).toBe(clusters);
  expect(independentPieces(lossesOf((piece) => (piece / 8) % 1))).toBeLessThan(clusters);
});

test('pieces of which each loss has three tenths of the one before are seldom taken for independent', () => {
  const tries = 300;
  let taken = 0;
  for (let index = 0; index < tries; index++) {
    let loss = 0;
    const losses = Array.from({ length: clusters }, (_, piece): [number, number] => {
      loss = 0.3 * loss + random() + random() + random() - 1.5;
      return [piece, loss];
    });
    if (independentPieces(new Map(losses)) === clusters) taken += 1;
  }
  expect(taken / tries).toBeLessThan(0.3);
});

test('five years are enough to see whether later ones differ, four are not', () => {
  const panel = (years: number) => Array.from({ length: 400 }, (_, row) => 1993 + (row % years));
  expect([isDated(panel(5)), isDated(panel(4))]).toEqual([true, undefined]);
});
