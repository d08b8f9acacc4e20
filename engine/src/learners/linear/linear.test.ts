import { expect, test } from 'vitest';
import { fitLogistic } from '../../numerics/logistic.ts';
import { fitRidge } from '../../numerics/ridge.ts';
import { createRandom, rowNumbers } from '../../random.ts';
import { fillRows, planDesign } from '../design.ts';

const features = [
  { name: 'x', input: 0, categories: 0 },
  { name: 'c', input: 1, categories: 3 },
];
const patience = { iterations: 60, deadline: Number.POSITIVE_INFINITY };
const noPause = async () => {};
const rows = rowNumbers(300);
const random = createRandom(5);
const matrix = [rows, rows].map((_, column) =>
  Float64Array.from(rows, () => (column === 0 ? random() * 10 : Math.floor(random() * 3))),
);
const design = planDesign(features, matrix, rows, { knots: 0, maxColumns: 100 });
const sparse = fillRows(design, matrix, rows);

function scoreOf(weights: Float64Array, row: number): number {
  let score = weights[weights.length - 1];
  for (let entry = sparse.starts[row]; entry < sparse.starts[row + 1]; entry++)
    score += weights[sparse.columns[entry]] * sparse.values[entry];
  return score;
}

test('ridge with hardly a penalty recovers an exact line with steps', async () => {
  const truth = Float64Array.from(rows, (row) => 3 * matrix[0][row] + [5, -1, 2][matrix[1][row]]);
  const [weights] = await fitRidge(sparse, truth, design.columnCount, [1e-9], { ...patience, pause: noPause });
  expect(scoreOf(weights ?? new Float64Array(), 17)).toBeCloseTo(truth[17], 4);
});

test('ridge after its deadline makes do with evenly spaced rows, and an abort ends it', async () => {
  const many = rowNumbers(4800);
  const wide = [0, 1].map(() => Float64Array.from(many, () => random() * 10));
  const numbers = features.map((feature) => ({ ...feature, categories: 0 }));
  const plan = planDesign(numbers, wide, many, { knots: 0, maxColumns: 100 });
  const truth = Float64Array.from(many, (row) => wide[0][row] + random());
  const fit = (kept: Int32Array, deadline: number, pause = noPause) => {
    const some = Float64Array.from(kept, (row) => truth[row]);
    return fitRidge(fillRows(plan, wide, kept), some, plan.columnCount, [0.1], { deadline, pause });
  };
  const [late] = await fit(many, 0);
  const [spaced] = await fit(
    many.filter((row) => row % 16 === 0),
    Number.POSITIVE_INFINITY,
  );
  expect(late).toHaveLength(plan.columnCount + 1);
  for (const [place, weight] of (late ?? []).entries()) expect(weight).toBeCloseTo(spaced?.[place] ?? Number.NaN, 9);
  await expect(fit(many, Number.POSITIVE_INFINITY, () => Promise.reject(new Error('aborted')))).rejects.toThrow(
    'aborted',
  );
});

test('at the minimum of the logistic loss the mean probability is the share of the class', async () => {
  const truth = Float64Array.from(rows, (row) => (matrix[0][row] + 4 * random() > 7 ? 1 : 0));
  const [weights] = await fitLogistic(sparse, truth, 2, design.columnCount, [1e-3], noPause, patience);
  const mean = rows.reduce((sum, row) => sum + 1 / (1 + Math.exp(-scoreOf(weights, row))), 0) / rows.length;
  expect(mean).toBeCloseTo(truth.reduce((sum, label) => sum + label, 0) / rows.length, 3);
});

test('softmax of three classes tells categories apart', async () => {
  const [weights] = await fitLogistic(sparse, matrix[1], 3, design.columnCount, [1e-4], noPause, patience);
  const scores = [0, 1, 2].map((set) =>
    scoreOf(
      weights.filter((_, index) => index % 3 === set),
      3,
    ),
  );
  expect(scores.indexOf(Math.max(...scores))).toBe(matrix[1][3]);
});

test('missing, unseen and wild values give finite entries', () => {
  const wild = [Float64Array.of(Number.NaN, 1e130, -1e130), Float64Array.of(Number.NaN, 7, 0)];
  const filled = fillRows(design, wild, rowNumbers(3));
  expect(filled.values.every(Number.isFinite)).toBe(true);
  expect(filled.columns.every((column) => column >= 0 && column < design.columnCount)).toBe(true);
});
