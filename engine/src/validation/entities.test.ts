import { expect, test } from 'vitest';
import { drawCustomers } from '../../test/figures/worlds.ts';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { readInputs } from '../columns/inputs.ts';
import { createRandom, rowNumbers } from '../random.ts';
import type { Table } from '../table.ts';
import { findEntities } from './entities.ts';

function entitiesOf(table: Table, ignore: string[] = []): string[] {
  const rows = rowNumbers(table.rowCount);
  const { columns, fields } = readInputs(table, { target: 'y', ignore }, rows);
  return findEntities(table, columns, rows, fields).map(({ column }) => column);
}

test('an entity is found by its name, ignored or not, and what belongs to it is none of its own', () => {
  const customers = drawCustomers(80, 6, 7);
  expect(entitiesOf(customers)).toEqual(['customer_id']);
  expect(entitiesOf(customers, ['customer_id'])).toEqual(['customer_id']);
});

test('what is counted of an entity is none: years of school are no schools', () => {
  const random = createRandom(8);
  const school = Array.from({ length: 600 }, () => Math.floor(18 * random()));
  const tableWith = (name: string) =>
    tableOf([
      numberColumn(name, school),
      numberColumn(
        'y',
        school.map(() => random()),
      ),
    ]);
  expect(entitiesOf(tableWith('school'))).toEqual(['school']);
  for (const name of ['Years of school', 'distance_to_store', 'visits per customer'])
    expect(entitiesOf(tableWith(name))).toEqual([]);
});

test('an entity of another name is found by what never changes within it', () => {
  const { columns, rowCount } = drawCustomers(80, 6, 7);
  const renamed = columns.map((column) => (column.name === 'customer_id' ? { ...column, name: 'who' } : column));
  expect(entitiesOf({ columns: renamed, rowCount })).toContain('who');
});

test('chicks weighed on the same days are entities by what each is fed, doses tried at each temperature are none', () => {
  const random = createRandom(4);
  const rows = Array.from({ length: 600 }, (_, row) => ({ one: Math.floor(row / 12), day: 2 * (row % 12) }));
  const chicks = [
    numberColumn(
      'Time',
      rows.map(({ day }) => day),
    ),
    numberColumn(
      'Chick',
      rows.map(({ one }) => one),
    ),
    numberColumn(
      'y',
      rows.map(({ day }) => 40 + day * random()),
    ),
  ];
  const diet = textColumn(
    'Diet',
    rows.map(({ one }) => `diet ${one % 4}`),
  );
  expect(entitiesOf(tableOf([...chicks, diet]))).toEqual(['Chick']);
  expect(entitiesOf(tableOf(chicks))).toEqual([]);
});

test('categories and counts that repeat are no entities', () => {
  const random = createRandom(2);
  const some = (most: number) => Array.from({ length: 600 }, () => Math.floor(random() * most));
  const places = ['berkeley_hills', 'downtown', 'south_side', 'westbrae', 'alcatraz_ave', 'thowsand_oaks'];
  const table = tableOf([
    textColumn(
      'neighbourhood',
      some(6).map((place) => places[place]),
    ),
    textColumn(
      'make',
      some(12).map((make) => `make${make}`),
    ),
    numberColumn('rooms', some(5)),
    numberColumn('year_built', some(90)),
    numberColumn('y', some(1000)),
  ]);
  expect(entitiesOf(table)).toEqual([]);
});
