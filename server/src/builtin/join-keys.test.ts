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

it('finds keys that are called by what they are of, where all values are such of the key', () => {
  const sampled = (name: string, head: string[], rows: number[][]) => ({
    name,
    row_count: rows.length,
    columns: head.map((one, at) => ({ ...column(one, new Set(rows.map((row) => row[at])).size), min: 1, max: 9 })),
    sample: rows,
  });
  const teams = sampled(
    'teams',
    ['team_id', 'won'],
    [1, 2, 3].map((id) => [id, 4]),
  );
  const games = (guest: number) =>
    sampled(
      'games',
      ['game_id', 'home_team_id', 'guest_team_id', 'goals'],
      [
        [1, 1, 2, 3],
        [2, 3, guest, 3],
        [3, 3, 2, 1],
      ],
    );
  const shown = (guest: number) => findJoinKeys([teams, games(guest)]).map(({ column: { name } }) => name);
  expect(shown(1)).toEqual(['home_team_id', 'guest_team_id']);
  expect(shown(8)).toEqual(['home_team_id']);
});
