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

test('of rows that are equally near the first are found, of many and of few', () => {
  const random = createRandom(3);
  const count = 2000;
  const categories = { weights: Float64Array.of(0.7, 0.2), scales: Float64Array.of(0, 0) };
  const cells = Float64Array.from({ length: count * 2 }, (_, at) => Math.floor(random() * (at % 2 === 0 ? 3 : 40)));
  const find = createDonorFinder(categories, { count, cells }, 24);
  const distanceTo = (place: number, row: Float64Array) =>
    (Number.isNaN(row[0]) || cells[2 * place] === row[0] ? 0 : 0.7) + (cells[2 * place + 1] === row[1] ? 0 : 0.2);
  for (const row of [Float64Array.of(0, 7), Float64Array.of(2, 39), Float64Array.of(missing, 5)]) {
    const far = Array.from({ length: count }, (_, place) => distanceTo(place, row));
    const expected = [...far.keys()].sort((one, other) => far[one] - far[other] || one - other);
    expect([...find(row).places]).toEqual(expected.slice(0, 24));
  }
});

test('among numbers of which some are a thousand times the usual ones the nearest are found', () => {
  const random = createRandom(5);
  const count = 2000;
  const cells = Float64Array.from({ length: count }, () => Math.exp(8 * random() - 1));
  const find = createDonorFinder({ weights: Float64Array.of(1), scales: Float64Array.of(2) }, { count, cells }, 12);
  for (const value of [0.4, 3, 90, 700, 1096, 1e6]) {
    const expected = [...cells].map((cell) => Math.min(1, Math.abs(cell - value) / 2)).sort((a, b) => a - b);
    for (const [nth, distance] of find(Float64Array.of(value)).distances.entries())
      expect(distance).toBeCloseTo(expected[nth], 4);
  }
});
