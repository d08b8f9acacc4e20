import { expect, it } from 'vitest';
import { findJoinKeys } from './join-keys.ts';

const column = (name: string, distinct: number) => ({ name, type: 'integer', distinct, nulls: 0, min: 1, max: 100 });
const tableOf = (name: string, ...columns: ReturnType<typeof column>[]) => ({ name, row_count: 100, columns });

it('finds keys by the name of the table, and by the same name, in the order of tables and columns', () => {
  const cities = tableOf('cities', column('id', 100), column('region_code', 100));
  const homes = tableOf(
    'homes',
    column('id', 100),
    column('city_id', 40),
    column('region_code', 30),
    column('rooms', 5),
  );
  const shown = findJoinKeys([cities, homes]).map(
    ({ table, column, target, key }) => `${table.name}.${column.name} = ${target.name}.${key.name}`,
  );
  expect(shown).toEqual(['homes.city_id = cities.id', 'homes.region_code = cities.region_code']);
  expect(findJoinKeys([cities, homes], 1)).toHaveLength(1);
});

it('reads each name a few times, however many tables there are', () => {
  let reads = 0;
  const counted = (name: string) => ({
    ...column(name, 100),
    get name() {
      reads += 1;
      return name;
    },
  });
  const tables = Array.from({ length: 200 }, (_, index) => tableOf(`t${index}`, counted(`a${index}`), counted('b')));
  expect(findJoinKeys(tables, 24)).toHaveLength(24);
  expect(reads).toBeLessThan(10 * 400);
});
