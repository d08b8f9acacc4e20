import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { createRandom } from '../random.ts';
import { train } from '../train.ts';
import { drawByBudget, drawByTime } from './fewer-rows.ts';

const random = createRandom(6);
const draw = (count: number) => Array.from({ length: count }, random);
const tableWith = (rows: number) => tableOf([numberColumn('a', draw(rows)), numberColumn('b', draw(rows))]);

test('a table that took too long to read is learned from in part, a small one never', () => {
  const inSeconds = (perRow: number) => (some: { rowCount: number }) => perRow * some.rowCount;
  expect(drawByTime(tableWith(60_000), inSeconds(1 / 8192), 60, 0).rowCount).toBe(29_491);
  expect(drawByTime(tableWith(60_000), inSeconds(1 / 60_000), 60, 0).rowCount).toBe(60_000);
  expect(drawByTime(tableWith(20_000), inSeconds(50 / 20_000), 60, 0).rowCount).toBe(5000);
  expect(drawByTime(tableWith(5000), inSeconds(50), 60, 0).rowCount).toBe(5000);
  expect(drawByBudget(tableWith(60_000), 60, 0).rowCount).toBe(60_000);
  expect(drawByBudget(tableWith(60_000), 0.8, 0).rowCount).toBe(40_000);
});

test('rows that were drawn keep their numbers, also when some of them are drawn again', () => {
  const table = tableOf([
    numberColumn(
      'a',
      Array.from({ length: 60_000 }, (_, row) => row),
    ),
  ]);
  const drawn = drawByTime(drawByBudget(table, 0.4, 0), (some) => some.rowCount / 10, 1, 1);
  const [numbers] = drawn.columns;
  expect(drawn.rowCount).toBe(5000);
  expect([...drawn.rows!]).toEqual('values' in numbers ? [...numbers.values] : []);
});

/** When all rows were used, the budget was spent before the search, and the model was a single tree (R² 0.13). */
test('of many rows and little time comes a good model that says how many rows it learned from', {
  tags: 'long',
}, async () => {
  const [a, b] = [draw(60_000), draw(60_000)];
  const y = a.map((value, row) => Math.sin(6 * value) + b[row]);
  const table = tableOf([numberColumn('a', a), numberColumn('b', b), numberColumn('y', y)]);
  const { description } = await train(table, { target: 'y', timeBudgetSeconds: 0.5, effort: 'quick' });
  expect(description.accuracies.r2_score).toBeGreaterThan(0.6);
  expect(description.warnings[0]).toMatch(
    /0.5 seconds were too few for 60000 rows: the model was trained on a random sample of \d+/,
  );
  expect(description.plan.cut_short).toBe(true);
});

test('a class that a few rows do not show is learned of all the same', async () => {
  const y = Array.from({ length: 6000 }, (_, row) => (row === 1 || row === 3 ? 'rare' : 'usual'));
  const table = tableOf([
    numberColumn(
      'a',
      y.map((label) => random() + Number(label === 'rare')),
    ),
    textColumn('y', y),
  ]);
  const { description } = await train(table, { target: 'y', timeBudgetSeconds: 0.05, effort: 'quick' });
  expect(description.classes).toEqual(['usual', 'rare']);
});
