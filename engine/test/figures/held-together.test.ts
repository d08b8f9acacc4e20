import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const random = createRandom(3);
const count = 450;

/** Batters of thirty teams; those who never batted are equal but for their team and games. */
function drawPlayers() {
  const rows = Array.from({ length: count }, (_, row) => {
    const bats = row % 2 > 0;
    const count = (most: number) => (bats ? Math.floor(most * random()) : 0);
    return {
      team: ((row * 7) % 31) % 30,
      games: 1 + Math.floor(30 * random()),
      at: count(600),
      hits: count(180),
      runs: count(90),
      walks: count(70),
    };
  });
  return tableOf([
    textColumn(
      'team',
      rows.map(({ team }) => `T${team}`),
    ),
    textColumn(
      'position',
      rows.map(({ games }) => (games % 3 > 0 ? 'P' : 'C')),
    ),
    numberColumn(
      'at bats',
      rows.map(({ at }) => at),
    ),
    numberColumn(
      'hits',
      rows.map(({ hits }) => hits),
    ),
    numberColumn(
      'runs',
      rows.map(({ runs }) => runs),
    ),
    numberColumn(
      'walks',
      rows.map(({ walks }) => walks),
    ),
    numberColumn(
      'y',
      rows.map(({ at, hits }) => hits / (at + 1)),
    ),
  ]);
}

test.each([
  ['nothing is asked', {}, 'random'],
  ['they are asked for', { validate: { group: 'team' } }, 'group'],
])('players of all teams that repeat each other do not make one team of all, where %s', async (_, asked, scheme) => {
  const { validation } = (await train(drawPlayers(), { target: 'y', effort: 'quick', ...asked })).description;
  expect(validation).toMatchObject({ scheme, held_rows: count });
  expect(validation?.compared).toMatchObject([{ column: 'team' }]);
  if (scheme === 'group') expect(validation?.independent).toBe(30);
});

test('where most rows are of the last day, those are held out', async () => {
  const days = Array.from({ length: 200 }, (_, row) => (row < 30 ? row : 50));
  const table = tableOf([
    numberColumn('day', days),
    numberColumn('x', days.map(random)),
    numberColumn('y', days.map(random)),
  ]);
  const { validation } = (await train(table, { target: 'y', effort: 'quick', validate: { order: 'day' } })).description;
  expect(validation).toMatchObject({ scheme: 'forward', held_rows: 170, folds: 1 });
});
