import { expect, test } from 'vitest';
import { loadModel } from '../load.ts';
import { createRoutedModel } from '../prediction/routed-model.ts';
import { createRandom } from '../random.ts';
import type { Table } from '../table.ts';
import { train } from '../train.ts';

const [customers, each] = [60, 8];
const random = createRandom(5);
const noise = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
const effects = Float64Array.from({ length: customers }, () => 3 * noise());
const rows = Array.from({ length: customers * each }, (_, row) => {
  const visits = noise();
  return { customer: row % customers, visits, y: effects[row % customers] + visits + 0.3 * noise() };
});
const table: Table = {
  rowCount: rows.length,
  columns: [
    {
      name: 'customer_id',
      type: 'number',
      values: Float64Array.from(rows, ({ customer }) => 1000 + 7 * ((customer * 37) % 101)),
    },
    { name: 'visits', type: 'number', values: Float64Array.from(rows, ({ visits }) => visits) },
    { name: 'y', type: 'number', values: Float64Array.from(rows, ({ y }) => y) },
  ],
};
const trained = await train(table, { target: 'y', effort: 'quick' });
const model = loadModel(trained.toBytes());
const known = { customer_id: '1000', visits: '0.5' };
const other = { customer_id: '1001', visits: '0.5' };

function answer(asked: readonly Record<string, unknown>[]) {
  const { values, lower, upper, unknown } = model.predict(asked, { quantile: 0.9 }, [])!;
  return Array.from(values, (value, row) => ({
    value,
    width: upper![row] - lower![row],
    unseen: unknown?.get(row)?.unseen ?? {},
  }));
}

test('figures are for customers of the table, and apart for new ones; no input is taken away', () => {
  const { accuracies, accuraciesElsewhere, validation, inputs } = model.description;
  const [elsewhere] = accuraciesElsewhere!;
  expect(inputs).toEqual(['customer_id', 'visits']);
  expect(validation).toMatchObject({ scheme: 'random', reason: 'usual' });
  expect(elsewhere).toMatchObject({ column: 'customer_id', scheme: 'group', independent: customers });
  expect(elsewhere.accuracies.mae).toBeGreaterThan(2 * accuracies.mae);
  expect(elsewhere.coverage.observed).toBeGreaterThan(0.8);
  expect(accuracies.r2_score).toBeGreaterThan(0.7);
});

test('a new customer has bounds of its own, and is named as unseen', () => {
  const [one, new_, missing, blank] = answer([known, other, { visits: '0.5' }, { customer_id: 'NA', visits: '0.5' }]);
  expect(new_.width).toBeGreaterThan(1.5 * one.width);
  expect(new_.unseen).toEqual({ customer_id: '1001' });
  expect(one.unseen).toEqual({});
  expect(missing.value).toBe(new_.value);
  expect(blank).toEqual(missing);
});

test('answering is counted as the slowest part takes', () => {
  const slow = { ...model, cost: { row: 1e7, incomplete: 2e7, first: 3 } };
  const realm = { kind: 'later', columns: [], moment: 0 } as const;
  const { cost } = createRoutedModel(model, [{ realm, model: slow }]);
  expect(cost).toEqual({ row: 1e7, incomplete: 2e7 + model.cost.incomplete, first: 3 + model.cost.first });
});

test('a row is answered and explained alike alone and among others', () => {
  const asked = [other, known, other];
  expect(answer(asked)).toEqual(asked.flatMap((row) => answer([row])));
  const together = model.explain(asked, {}, [])!;
  for (const [place, row] of asked.entries()) {
    const alone = model.explain([row], {}, [])!;
    expect(together.contributions.subarray(2 * place, 2 * place + 2)).toEqual(alone.contributions);
    const sum = alone.base[0] + alone.contributions.reduce((all, one) => all + (Number.isNaN(one) ? 0 : one), 0);
    expect(sum).toBeCloseTo(answer([row])[0].value, 6);
  }
});

test('a cell that cannot be read is a problem of its row, wherever that is answered', () => {
  const problems: { row: number; column: string }[] = [];
  expect(
    model.predict([other, { customer_id: 'who?', visits: '1' }, { ...other, visits: 'x' }], {}, problems as never),
  ).toBeUndefined();
  expect(problems).toMatchObject([
    { row: 1, column: 'customer_id' },
    { row: 2, column: 'visits' },
  ]);
  const many = new Array(200_000).fill({ ...known, visits: 'x' });
  expect(model.predict(many, {}, problems as never)).toBeUndefined();
  expect(problems).toHaveLength(2 + many.length);
});
