import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { createRandom } from '../random.ts';
import { completeElsewhere } from './complete-elsewhere.ts';
import { type EncodedRows, encodeForTrees } from './encode-rows.ts';

const random = createRandom(4);
const rowCount = 6000;
const sizes = Array.from({ length: rowCount }, (_, row) => Math.fround(((row * 7919) % rowCount) / 60));
const cities = sizes.map((_, row) => ['Oslo', 'Rome', null][row % 3]);
const prices = sizes.map((size, row) => 1000 + (size > 50 ? 300 : 0) + (cities[row] === 'Rome' ? 200 : 0) + random());
const table = tableOf([numberColumn('size', sizes), textColumn('city', cities), numberColumn('price', prices)]);
/** Fewer cells in memory than the table has, so that most rows are encoded from storage. */
const request = { target: 'price', cellsInMemory: 10_000, effort: 'quick' } as const;

async function encoded() {
  const { plan, rows } = await encodeForTrees(table, request);
  const all: EncodedRows[] = [];
  for await (const some of rows) all.push(some);
  return { plan, all };
}

/** One stump as XGBoost saves it: above 50 the right leaf. */
function stump(change: Record<string, unknown> = {}, learner: Record<string, unknown> = {}): string {
  const tree = {
    left_children: [1, -1, -1],
    right_children: [2, -1, -1],
    split_indices: [0, 0, 0],
    split_conditions: [50, -1, 1],
    default_left: [0, 0, 0],
    sum_hessian: [10, 5, 5],
    loss_changes: [3, 0, 0],
    ...change,
  };
  return JSON.stringify({
    learner: {
      gradient_booster: { name: 'gbtree', model: { trees: [tree], tree_info: [0] } },
      learner_model_param: { base_score: '0', num_class: '0', num_feature: '2' },
      objective: { name: 'reg:squarederror' },
      ...learner,
    },
  });
}

const complete = (text: string) => completeElsewhere(table, request, { text, secondsBefore: 7 });

test('encodes all rows but those held out, as the engine reads them, and says when to stop by some', async () => {
  const { plan, all } = await encoded();
  expect(plan).toMatchObject({ objective: 'reg:squarederror', classCount: 0, types: ['q', 'c'] });
  const count = all.reduce((sum, some) => sum + some.rowCount, 0);
  expect(count).toBe(rowCount - 1000); // a quarter of a sample of 4,000
  const bySize = new Map(sizes.map((size, row) => [size, row]));
  let stops = 0;
  for (const { rowCount: rows, cells } of all)
    for (let row = 0; row < rows; row += 1) {
      const [price, stop, size, city] = cells.subarray(row * 4, row * 4 + 4);
      const truth = bySize.get(size)!;
      expect(price * plan.unit + plan.center).toBeCloseTo(prices[truth], 3);
      expect(city).toBe({ Oslo: 0, Rome: 1, none: Number.NaN }[cities[truth] ?? 'none']);
      stops += stop;
    }
  expect(stops / count).toBeGreaterThan(0.03);
  expect(stops / count).toBeLessThan(0.07);
});

test.each([
  ['half of the rows', (row: number) => row % 2 === 0, 0.5],
  ['one row, which may be held out', (row: number) => row === 7, 0.0005],
])('begins with a finite score where a class has %s', async (_, isRare, share) => {
  const kinds = sizes.map((_, row) => (isRare(row) ? 'rare' : 'usual'));
  const labelled = tableOf([numberColumn('size', sizes), textColumn('city', cities), textColumn('kind', kinds)]);
  const { plan } = await encodeForTrees(labelled, { ...request, target: 'kind' });
  const [low, high] = [Math.min(plan.baseScore!, 1 - plan.baseScore!), Math.max(plan.baseScore!, 1 - plan.baseScore!)];
  expect(low).toBeGreaterThan(0);
  expect(high).toBeLessThan(1);
  expect(Math.abs(low - share)).toBeLessThan(0.03);
});

test('makes a model like any other of the trees, with figures from rows that were not sent', async () => {
  const { plan } = await encoded();
  const model = await complete(stump());
  const { description } = model;
  expect(description.plan.sampling).toEqual({
    table_rows: 6000,
    searched_rows: 4000,
    held_rows: 1000,
    grown_rows: 5000,
  });
  expect(description.validation?.held_rows).toBe(1000);
  expect(description.accuracies.r2_score).toBeGreaterThan(0.5);
  expect(description.standardErrors.r2_score).toBeGreaterThan(0);
  expect(description.columnImportances.size).toBe(1);
  expect(description.trainingSeconds).toBeGreaterThan(7);
  const [high] = model.predict([{ size: 60, city: 'Oslo' }], { quantile: 0.9 }, [])!.values;
  expect(high).toBeCloseTo(plan.center + plan.unit, 6);
  expect(model.predict([{ size: 60, city: 'Rome' }], { quantile: 0.9 }, [])!.upper![0]).toBeGreaterThan(high);
});

test.each([
  ['no JSON', 'ubj', 'The file is not JSON'],
  ['no model', '{}', 'learner'],
  [
    'another objective',
    stump({}, { objective: { name: 'reg:absoluteerror' } }),
    'reg:absoluteerror, and reg:squarederror was asked for',
  ],
  [
    'another number of features',
    stump({}, { learner_model_param: { base_score: '0', num_class: '0', num_feature: '3' } }),
    'a number of features of 3, and 2 was asked for',
  ],
  [
    'more features than there is memory for',
    stump({}, { learner_model_param: { base_score: '0', num_class: '0', num_feature: '4000000000' } }),
    'a number of features of',
  ],
  ['a leaf that is no number', stump({ split_conditions: [50, 'NaN', 1] }), 'split_conditions'],
  ['a leaf beyond all numbers', stump({ split_conditions: [50, 1e308, 1e308] }), 'not a finite number'],
  ['a split of no feature', stump({ split_indices: [2, 0, 0] }), 'no feature 2'],
  ['a node that is its own child', stump({ left_children: [0, -1, -1] }), 'tree'],
  ['a category where a number was sent', stump({ split_type: [1, 0, 0] }), 'as a category, and a number was asked for'],
  [
    'no trees',
    stump({}, { gradient_booster: { name: 'gbtree', model: { trees: [], tree_info: [] } } }),
    'a number of rounds of 0',
  ],
])('refuses a file with %s', async (_, text, message) => {
  await expect(complete(text)).rejects.toThrow(message);
});
