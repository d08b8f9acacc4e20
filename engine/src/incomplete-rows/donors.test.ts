import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createDonorFinder } from './donors.ts';

const missing = Number.NaN;

/** Rows x three features: a category, a number of many values and one of few, each missing now and then. */
function makeCells(count: number, random: () => number): Float64Array {
  const draws = [() => Math.floor(random() * 3), () => 1e12 + random() * 1e6, () => Math.floor(random() * 5) / 2];
  return Float64Array.from({ length: count * 3 }, (_, at) => (random() < 0.05 ? missing : draws[at % 3]()));
}

const weights = Float64Array.of(0.3, 0.9, 0.5);
const scales = Float64Array.of(0, 4e5, 1.5);

function distanceOf(cells: Float64Array, place: number, row: Float64Array): number {
  let distance = 0;
  for (let feature = 0; feature < 3; feature++) {
    if (Number.isNaN(row[feature])) continue;
    const difference = Math.abs(cells[place * 3 + feature] - row[feature]) / (scales[feature] || 1);
    distance += weights[feature] * (difference < 1 ? difference : 1);
  }
  return distance;
}

test.each([1, 15, 16, 17, 250, 600, 2000])('of %i rows the nearest are found, in their order', (count) => {
  const random = createRandom(count);
  const cells = makeCells(count, random);
  const wanted = Math.min(24, count);
  const find = createDonorFinder({ weights, scales }, { count, cells }, wanted);
  for (let round = 0; round < 50; round++) {
    const row = makeCells(1, random);
    const expected = Float64Array.from({ length: count }, (_, place) => distanceOf(cells, place, row));
    const { places, distances } = find(row);
    const sorted = expected.toSorted();
    expect(new Set(places).size).toBe(wanted);
    for (let nth = 0; nth < wanted; nth++) {
      expect(distances[nth]).toBeCloseTo(sorted[nth], 5);
      expect(expected[places[nth]]).toBeCloseTo(sorted[nth], 5);
    }
  }
});

test('of a row of which nothing is known the first rows are the donors', () => {
  const find = createDonorFinder({ weights, scales }, { count: 40, cells: makeCells(40, createRandom(1)) }, 8);
  expect([...find(Float64Array.of(missing, missing, missing)).places]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('rows that lie in order of their distance are found though the first ones say nothing of the others', () => {
  const count = 1600;
  const one = { weights: Float64Array.of(1), scales: Float64Array.of(count) };
  const rising = Float64Array.from({ length: count }, (_, place) => place);
  const nearestFirst = createDonorFinder(one, { count, cells: rising }, 24);
  expect([...nearestFirst(Float64Array.of(0)).places]).toEqual([...rising.subarray(0, 24)]);
  const nearestLast = createDonorFinder(one, { count, cells: rising.toReversed() }, 24);
  const last = rising.toReversed().subarray(0, 24);
  expect([...nearestLast(Float64Array.of(0)).places]).toEqual([...last]);
  const alike = createDonorFinder(one, { count, cells: new Float64Array(count) }, 24);
  expect([...alike(Float64Array.of(0)).places]).toEqual([...rising.subarray(0, 24)]);
});
