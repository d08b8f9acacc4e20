import { expect, test } from 'vitest';
import { numberColumn, tableOf } from '../../test/tables.ts';
import { readInputs } from '../columns/inputs.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { findOrders } from './times.ts';

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
