import { expect, it } from 'vitest';
import { chooseTables, mostTables } from './choose-tables.ts';

const columnsOf = (...names: string[]) => JSON.stringify(names.map((name) => ({ name, type: 'number' })));
const others = Array.from({ length: 3 * mostTables }, (_, index) => ({
  id: `tbl_${index}`,
  name: `t${index}`,
  columns: columnsOf('a', 'b'),
}));
const homes = { id: 'tbl_homes', name: 'zz_home_rentals', columns: columnsOf('rooms', 'rental_price') };

it('finds the table of a question among hundreds, by its name or by a column', () => {
  for (const question of ['How many homes are there?', 'What is the average price of a rental?', 'most ROOMS']) {
    const chosen = chooseTables([...others, homes], question);
    expect(chosen).toHaveLength(mostTables);
    expect(chosen[0]).toBe('tbl_homes');
  }
});

it('knows the table of an earlier question when a follow-up names nothing', () => {
  expect(chooseTables([...others, homes], 'How many homes are there?\nand on average?')[0]).toBe('tbl_homes');
});

it('keeps all tables while they are not too many', () => {
  expect(chooseTables([homes, ...others.slice(1, mostTables)], 'anything')).toHaveLength(mostTables);
});

it('puts the table first whose words are rare, also among tables that are all known', () => {
  const some = others
    .slice(0, 30)
    .map((one) => ({ ...one, name: `${one.id} price`, columns: columnsOf('price', 'date') }));
  expect(chooseTables([...some, homes], 'the price and date of the rental')[0]).toBe('tbl_homes');
});
