import { expect, it } from 'vitest';
import { chooseJoins, keysAmong, knowsAny } from './choose-joins.ts';

const tableOf = (name: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]) => ({
  name,
  row_count: rows.length,
  columns: head.map((column, at) => ({
    name: column,
    type: typeof rows[0][at] === 'number' ? 'integer' : 'text',
    distinct: new Set(rows.map((row) => row[at])).size,
    nulls: 0,
  })),
  sample: rows,
});
const teams = tableOf(
  'teams',
  ['team_id', 'town'],
  [
    [1, 'Elm'],
    [2, 'Ash'],
    [3, 'Oakham'],
  ],
);
const games = tableOf(
  'games',
  ['home_team_id', 'guest_team_id', 'goals'],
  [
    [1, 2, 3],
    [3, 1, 0],
    [2, 3, 5],
  ],
);
const tables = [teams, games];
const joinsFor = (question: string) =>
  chooseJoins(question, tables).flatMap(({ joins }) => joins.map(({ column }) => column.name));

it('follows the key whose part the question says, and none where it says none', () => {
  expect(joinsFor('goals of games with a home team in Elm')).toEqual(['home_team_id']);
  expect(joinsFor('goals of games with a guest team in Elm')).toEqual(['guest_team_id']);
  expect(joinsFor('goals of games in Elm')).toEqual([]);
});

it('joins nothing where one table says all', () => {
  expect(joinsFor('highest goals of games')).toEqual([]);
});

it('knows numbers of rows of other tables, and the words of each', () => {
  expect([...keysAmong(tables).codes].map(({ name }) => name)).toEqual(['home_team_id', 'guest_team_id']);
  expect(knowsAny('how many games in Elm', ['elm'], [teams])).toBe(true);
  expect(knowsAny('how many games in Rome', ['rome'], [teams])).toBe(false);
});
