import { expect, test } from 'vitest';
import type { Training } from '../training/prepare.ts';
import { measureFigures } from './figures.ts';
import { doubtOfShortening, growthLeft } from './growth.ts';

const count = 60;
const values = Float64Array.from({ length: count }, (_, row) => (row * 37) % count);
const rows = Int32Array.from(values.keys());

/** A training whose only fit learned from the first `learned` rows. */
function trainingOf(learned: number, isShortened: boolean): Training {
  return {
    frame: { rowCount: count, labels: { task: 'regression', values, classCount: 0, loss: 'squared' } },
    shortening: isShortened ? { fitMilliseconds: 1, folds: 3 } : undefined,
    validation: { scheme: 'random', group: rows, stretch: null },
    settings: { seed: 1 },
    splits: [{ train: rows.slice(0, learned), validation: rows.slice(learned) }],
    rows: rows.slice(learned),
  } as unknown as Training;
}

test('the less of the rows a hurried fit learned from, the more its figures may lie off those of the served model', () => {
  expect(growthLeft(trainingOf(36, true))).toBeCloseTo(1, 6);
  expect(growthLeft(trainingOf(54, true))).toBeCloseTo(0.206, 3);
  expect(growthLeft(trainingOf(36, false))).toBe(0);
  expect(['r2_score', 'mae', 'log_loss'].map((name) => doubtOfShortening(name, 0.5))).toEqual([0.05, 0.03, 0.025]);
});

test('standard errors of a hurried training count that the model is served from more rows', () => {
  const errorsOf = (training: Training) => {
    const predictions = Float64Array.from(training.rows, (row) => values[row] + (row % 2 ? 3 : -3));
    const judged = { rows: training.rows, predictions, answers: null };
    return measureFigures(training, judged, judged, {}).standardErrors;
  };
  expect(errorsOf(trainingOf(36, false)).mae).toBeLessThan(0.01);
  expect(errorsOf(trainingOf(36, true)).mae).toBeCloseTo(0.06 * 3, 6);
});
