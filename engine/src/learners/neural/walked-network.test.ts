import { expect, test } from 'vitest';
import { loadScaled } from '../../composites/scaled.ts';
import { walkRows } from '../../explanations/walk-rows.ts';
import { walkPlanner } from '../../explanations/walks.ts';
import { SavedValue } from '../../model-file/reader.ts';
import { createRandom } from '../../random.ts';
import type { Design } from '../design.ts';
import { fittedNetwork } from './fitted-network.ts';
import { layOut } from './network.ts';

/** A number with a bend and missing cells, a category, and a number of the same input as the category. */
const design: Design = {
  terms: [
    {
      ...{ kind: 'numeric', feature: 0, mean: 1, scale: 2, isSoft: true, low: -3, high: 3 },
      ...{ knots: [0.2], hasMissing: true, column: 0 },
    },
    { kind: 'category', feature: 1, columns: [3, 4], rest: 5, missing: 6 },
    {
      ...{ kind: 'numeric', feature: 2, mean: 0, scale: 1, isSoft: false, low: -3, high: 3 },
      ...{ knots: [], hasMissing: false, column: 7 },
    },
    {
      ...{ kind: 'numeric', feature: 3, mean: 0, scale: 1, isSoft: false, low: -3, high: 3 },
      ...{ knots: [], hasMissing: false, column: 8 },
    },
  ],
  columnCount: 9,
  width: 6,
};
const inputs = [[0], [1, 2], [3]];
const inputOf = Int32Array.of(0, 1, 1, 2);

test.each([
  [8, 16],
  [7, 5],
  [33, 18],
])('networks of %i and %i units answer along walks what they answer row by row', (first, second) => {
  const random = createRandom(first);
  const shape = { inputs: design.columnCount, first, second, outputs: 1 };
  const members = [0, 1].map(() => Float64Array.from({ length: layOut(shape).size }, () => random() - 0.5));
  const network = fittedNetwork({ design, shape, members, mean: 5, spread: 3 }, 4);
  const drawRow = () => [
    random() < 0.2 ? Number.NaN : 4 * random(),
    random() < 0.2 ? Number.NaN : Math.floor(4 * random()),
    random() - 0.5,
    random() < 0.5 ? 1 : random(),
  ];
  const background = Float64Array.from(Array.from({ length: 20 }, drawRow).flat());
  const evaluate = (rows: Float64Array, count: number) => {
    const values = new Float64Array(count);
    network.score(rows, count, values);
    return values.map((value) => 0.5 * value);
  };
  const byRow = walkRows(evaluate, background, inputs);
  const quick = network.walkOver!(background, inputOf, 0.5)!;
  for (const row of [Float64Array.from(drawRow()), background.slice(0, 4), Float64Array.from(drawRow())]) {
    const walks = walkPlanner(background, inputs, 4, 20)(row);
    const [expected, found] = [byRow, quick].map((walk) => {
      const values = new Float64Array(walks.order.length).fill(1);
      walk(row, walks, values);
      return values;
    });
    for (const [step, value] of expected.entries()) expect(found[step]).toBeCloseTo(value, 12);
  }
});

test('a network on another scale answers along walks what it answers row by row', () => {
  const random = createRandom(3);
  const shape = { inputs: design.columnCount, first: 8, second: 4, outputs: 1 };
  const members = [Float64Array.from({ length: layOut(shape).size }, () => random() - 0.5)];
  const network = fittedNetwork({ design, shape, members, mean: 0, spread: 1 }, 4);
  const scale = { kind: 'tails', centre: 1, unit: 2, low: -5, high: 5 };
  const scaled = loadScaled(new SavedValue({ scale, factor: 1.2 }, new Map()), 1, () => network);
  const background = Float64Array.from({ length: 40 }, random);
  const evaluate = (rows: Float64Array, count: number) => {
    const values = new Float64Array(count);
    scaled.score(rows, count, values);
    return values;
  };
  const row = Float64Array.of(0.1, 2, 0.3, 0.4);
  const walks = walkPlanner(background, inputs, 4, 10)(row);
  const [expected, found] = [walkRows(evaluate, background, inputs), scaled.walkOver!(background, inputOf, 1)!].map(
    (walk) => {
      const values = new Float64Array(walks.order.length);
      walk(row, walks, values);
      return values;
    },
  );
  expect(expected.some((value) => value !== 0)).toBe(true);
  for (const [step, value] of expected.entries())
    if (!walks.starts.includes(step + 1)) expect(found[step]).toBeCloseTo(value, 12);
});
