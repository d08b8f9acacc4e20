import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binFeatures } from '../../../src/trees/binning/bin-features.ts';
import { trainForest } from '../../../src/trees/growing/boost.ts';
import { logistic } from '../../../src/trees/kernel/exponential.ts';
import { scoreBinned } from '../../../src/trees/predict/score-binned.ts';
import { type Dataset, makeDatasets } from './datasets.ts';

const recorded: Record<string, Record<string, number>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'scores.json'), 'utf8'),
);
const datasets = makeDatasets();

/** R² or log loss on the test rows, at the settings of record.py. */
function scoreOurs({ features, targets, loss, trainRows, testRows }: Dataset): number {
  const binned = binFeatures(features, targets.length);
  const { forest } = trainForest(binned, { loss, targets, trainRows }, { rounds: 50 });
  const scores = new Float64Array(testRows.length);
  scoreBinned(forest, binned, testRows, scores);
  const truth = Float64Array.from(testRows, (row) => targets[row]);
  const mean = truth.reduce((sum, value) => sum + value) / truth.length;
  let lost = 0;
  let spread = 0;
  truth.forEach((value, place) => {
    const score = scores[place];
    lost += loss === 'squared' ? (score - value) ** 2 : -Math.log(logistic(value === 1 ? score : -score));
    spread += loss === 'squared' ? (value - mean) ** 2 : 1;
  });
  return loss === 'squared' ? 1 - lost / spread : lost / spread;
}

test.each([
  ['regression', 1e-4],
  ['classes', 1e-4],
  // The libraries agree on the training rows; each has its own way for values missing only where none were in training.
  ['missing', 1e-3],
])('%s: scores what scikit-learn scores, to %d', (name, tolerance) => {
  const ours = scoreOurs(datasets[name]);
  expect(Math.abs(ours - recorded[name]['scikit-learn 1.9.1'])).toBeLessThan(tolerance);
  for (const theirs of Object.values(recorded[name])) expect(Math.abs(ours - theirs)).toBeLessThan(0.012);
});
