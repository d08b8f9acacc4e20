import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { scoreBinned } from '../../src/trees/predict/score-binned.ts';
import { boostInDoubles } from './float-oracle.ts';

const rowCount = 1500;
const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
const settings = { rounds: 25, learningRate: 0.2, maxLeaves: 12, minRowsPerLeaf: 5 };

/** Three columns of 200 values, each its own bin. */
function drawColumns(random: () => number) {
  return [0, 1, 2].map(() => Float64Array.from(rows, () => Math.floor(200 * random())));
}

/** Pareto distributed: `shape` 1 has no mean, 0.5 a maximum about a million times the median. */
function drawPareto(shape: number, random: () => number, columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(rows, (row) => (1 + columns[0][row] / 200) * (1 - random()) ** (-1 / shape));
}

test.each([
  ['Pareto, shape 2', 2],
  ['Pareto, shape 1', 1],
  ['Pareto, shape 0.5', 0.5],
])('%s: trees of whole-number gradients are those of doubles', (_, shape) => {
  const random = createRandom(17);
  const columns = drawColumns(random);
  const targets = drawPareto(shape, random, columns);
  const features = columns.map((values, index) => ({ name: `x${index}`, kind: 'number' as const, values }));
  const binned = binFeatures(features, rowCount);
  const { forest } = trainForest(binned, { loss: 'squared', targets, trainRows: rows }, settings);
  const scores = new Float64Array(rowCount);
  scoreBinned(forest, binned, rows, scores);
  const exact = boostInDoubles(columns, targets, settings);
  const worst = scores.reduce((most, score, row) => Math.max(most, Math.abs(score / exact[row] - 1)), 0);
  expect(worst).toBeLessThan(1e-9);
});
