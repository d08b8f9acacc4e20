import { expect, test } from 'vitest';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { scoreBinned } from '../../src/trees/predict/score-binned.ts';
import type { Objective } from '../../src/trees/state/objective.ts';
import type { TreeSettings } from '../../src/trees/state/settings.ts';

/** Trains on one number column and returns the scores of all rows. */
function fitOneColumn(
  values: Float64Array,
  objective: Omit<Objective, 'trainRows'>,
  settings: Partial<TreeSettings>,
): Float64Array {
  const binned = binFeatures([{ name: 'x', kind: 'number', values }], values.length);
  const trainRows = new Int32Array(values.length);
  for (let row = 0; row < trainRows.length; row++) trainRows[row] = row;
  const scores = new Float64Array(values.length);
  scoreBinned(trainForest(binned, { ...objective, trainRows }, settings).forest, binned, trainRows, scores);
  return scores;
}

test('one target a trillion times larger leaves the others resolved', () => {
  const values = Float64Array.from({ length: 4000 }, (_, row) => row);
  const targets = values.map((value) => (value === 3999 ? 1e12 : value < 1000 ? 0 : 1));
  const scores = fitOneColumn(values, { loss: 'squared', targets }, { rounds: 100, learningRate: 0.5 });
  expect(scores[500]).toBeCloseTo(0, 2);
  expect(scores[2000]).toBeCloseTo(1, 2);
});

test('rows weighing a billionth are still told apart where they are alone', () => {
  const values = Float64Array.from({ length: 3000 }, (_, row) => row);
  const targets = values.map((value) => (value < 500 || value >= 2000 ? 1 : 0));
  const weights = values.map((value) => (value < 1000 ? 1e-9 : 1));
  const settings = { rounds: 50, learningRate: 0.5, minHessian: 0 };
  const scores = fitOneColumn(values, { loss: 'logistic', targets, weights }, settings);
  expect(scores[250]).toBeGreaterThan(2);
  expect(scores[750]).toBeLessThan(-2);
});

test('ten million rows overflow nothing and a leaf of a hundred of them is exact', { tags: 'long' }, () => {
  const rowCount = 10_000_000;
  const values = new Float64Array(rowCount).map((_, row) => (row < 100 ? 1 : 0));
  const targets = values.map((value) => (value === 1 ? 5 : -3e-4));
  const scores = fitOneColumn(values, { loss: 'squared', targets }, { rounds: 1, learningRate: 1, maxLeaves: 2 });
  expect(scores[50]).toBeCloseTo(5, 9);
  expect(scores[rowCount - 1]).toBeCloseTo(-3e-4, 9);
});
