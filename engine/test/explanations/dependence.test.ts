import { beforeAll, describe, expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import type { Model } from '../../src/model.ts';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const random = createRandom(4);
const rowCount = 300;
const size = Array.from({ length: rowCount }, () => (random() < 0.1 ? Number.NaN : 20 + Math.floor(random() * 100)));
const place = size.map(() => ['north', 'south', 'east'][Math.floor(random() * 3)]);
const noise = size.map(() => random() - 0.5);
const price = size.map((meters, row) => 10 * (meters || 60) + (place[row] === 'south' ? 300 : 0) + 200 * noise[row]);
const dear = price.map((value) => (value > 900 ? 'yes' : 'no'));
const columns = [numberColumn('size', size), textColumn('place', place), numberColumn('price', price)];

describe('a regression', () => {
  let model: Model;
  beforeAll(async () => {
    model = await train(tableOf(columns), { target: 'price', effort: 'quick' });
  });
  const curveOf = (column: string) => model.description.dependence.find((curve) => curve.column === column);

  test('depends on a number along its range, a missing cell last', () => {
    const points = curveOf('size')?.points ?? [];
    const [first, last] = [points[0], points[points.length - 2]];
    expect(points.at(-1)?.value).toBeNull();
    expect([first.value, last.value]).toEqual([Math.min(...known(size)), Math.max(...known(size))]);
    expect(last.mean - first.mean).toBeGreaterThan(700);
    for (const { low, mean, high } of points) expect(low < mean && mean < high).toBe(true);
  });

  test('depends on a category by its values', () => {
    const means = new Map(curveOf('place')?.points.map(({ value, mean }) => [value, mean]));
    expect([...means.keys()].sort()).toEqual(['east', 'north', 'south']);
    const others = (means.get('north') ?? 0) / 2 + (means.get('east') ?? 0) / 2;
    expect(Math.abs((means.get('south') ?? 0) - others - 300)).toBeLessThan(60);
  });

  test('tells the spread of importances, the residuals in bands and in bars, and keeps them in its file', () => {
    const { description } = model;
    const { bands, histogram } = description.residuals ?? { bands: [], histogram: [] };
    const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
    expect([bands.length, sum(bands), sum(histogram)]).toEqual([10, rowCount, rowCount]);
    for (const { low, median, high } of bands) expect(low <= median && median <= high).toBe(true);
    for (const column of ['size', 'place']) expect(description.importanceSpreads[column]).toBeGreaterThan(0);
    expect(loadModel(model.toBytes()).description).toMatchObject({
      residuals: description.residuals,
      dependence: description.dependence,
    });
  });
});

test('a curve is known to a tenth of its span, and says from how many rows; rare categories share a named point', async () => {
  const codes = size.map(() => Math.floor(random() ** 2 * 70));
  const area = codes.map((code) => `area ${code}`);
  const value = codes.map((code, row) => 3 * code + 40 * noise[row] + (size[row] > 80 ? 30 : 0));
  const table = tableOf([textColumn('area', area), numberColumn('size', size), numberColumn('value', value)]);
  const model = await train(table, { target: 'value', effort: 'quick' });
  const { points } = model.description.dependence.find(({ column }) => column === 'area')!;
  const means = points.map(({ mean }) => mean);
  const span = Math.max(...means) - Math.min(...means);
  expect(points).toHaveLength(50);
  expect(points.at(-1)).toMatchObject({ value: `${new Set(area).size - 49} others`, rest: new Set(area).size - 49 });
  for (const { count, error } of points) expect(count >= 40 && error <= span / 10).toBe(true);
  // Beside the plain curve over all rows.
  for (const { value: shown, mean } of points.slice(0, 5)) {
    const rows = size.map((cell) => ({ area: shown, size: Number.isNaN(cell) ? null : cell }));
    const all = model.predict(rows, {}, [])!.values;
    expect(Math.abs(all.reduce((sum, one) => sum + one / all.length, 0) - mean)).toBeLessThan(span / 10);
  }
});

test('a table with a column of days has curves of all columns', async () => {
  const days = Array.from({ length: 120 }, (_, row) => `2025-0${(row % 9) + 1}-11`);
  const size = Float64Array.from(days, (_, row) => row % 7);
  const table = tableOf([
    numberColumn('size', size),
    textColumn('day', days),
    numberColumn(
      'y',
      size.map((value, row) => 5 * value + (row % 9)),
    ),
  ]);
  const { dependence, contributions } = (await train(table, { target: 'y', effort: 'quick' })).description;
  const means = dependence.find(({ column }) => column === 'size')?.points.map(({ mean }) => mean) ?? [];
  expect(means.at(-1)! - means[0]).toBeGreaterThan(20);
  expect(contributions?.map(({ mean }) => mean > 0)).toEqual([true, true]);
});

test('of two classes, the probability of the second depends on a column; classes have no residuals', {
  tags: 'long',
}, async () => {
  const table = tableOf([...columns.slice(0, 2), textColumn('dear', dear)]);
  const { dependence, residuals } = (await train(table, { target: 'dear', effort: 'quick' })).description;
  expect(dependence.map((curve) => [curve.column, curve.class])).toContainEqual(['size', 'yes']);
  for (const { points } of dependence)
    for (const { low, high } of points) expect(low >= 0 && low <= high && high <= 1).toBe(true);
  expect(residuals).toBeNull();
});

test('a wide table is explained by its most important columns', { tags: 'long' }, async () => {
  const wide = Array.from({ length: 70 }, (_, index) => numberColumn(`x${index}`, size.map(random)));
  // Nearly without noise, so that the search ends soon.
  const near = numberColumn(
    'price',
    size.map((meters) => 3 * (meters || 60) + random()),
  );
  const table = tableOf([...wide, columns[0], columns[1], near]);
  const { dependence } = (await train(table, { target: 'price', effort: 'quick' })).description;
  expect(dependence.length).toBeLessThanOrEqual(60);
  expect(dependence[0].column).toBe('size');
});

function known(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value));
}
