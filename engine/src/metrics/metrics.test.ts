import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import {
  answerClasses,
  countConfusion,
  errorOfMedian,
  measureClasses,
  measureMedianError,
  measureRegression,
} from './metrics.ts';

// Expected figures by scikit-learn 1.2 (roc_auc_score, log_loss, balanced_accuracy_score, f1_score macro, r2_score).
test('two classes', () => {
  const truth = Float64Array.of(0, 0, 1, 1, 1);
  const second = [0.1, 0.6, 0.6, 0.9, 0.3];
  const figures = measureClasses(truth, Float64Array.from(second.flatMap((p) => [1 - p, p])), 2);
  expect(figures.auc).toBeCloseTo(0.75, 12);
  expect(figures.log_loss).toBeCloseTo(0.56835, 4);
  expect(figures.accuracy).toBeCloseTo(0.6, 12);
  expect(figures.balanced_accuracy).toBeCloseTo(7 / 12, 12);
  expect(figures.f1_macro).toBeCloseTo(7 / 12, 12);
});

test('three classes, one of them absent from the truth', () => {
  const truth = Float64Array.of(0, 1, 1);
  const probabilities = Float64Array.of(0.7, 0.2, 0.1, 0.2, 0.5, 0.3, 0.4, 0.3, 0.3);
  expect(measureClasses(truth, probabilities, 3).auc).toBe(1);
  expect(measureClasses(truth, probabilities, 3).balanced_accuracy).toBe(0.75);
  expect(countConfusion(truth, answerClasses(probabilities, 3), 3)).toEqual([
    [1, 0, 0],
    [1, 1, 0],
    [0, 0, 0],
  ]);
});

test('regression', () => {
  const figures = measureRegression(Float64Array.of(3, -0.5, 2, 7), Float64Array.of(2.5, 0, 2, 8));
  expect(figures.r2_score).toBeCloseTo(0.9486, 4);
  expect(figures.mae).toBe(0.5);
  expect(figures.rmse).toBeCloseTo(Math.sqrt(0.375), 12);
});

test.each([60, 100, 200])(
  'two standard errors around the median error of %d rows hold the true one 95 of 100 times',
  (rows) => {
    const random = createRandom(5);
    const normal = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
    const tries = 1000;
    const [predicted, truth] = [new Float64Array(rows), new Float64Array(rows)];
    // Half of all normal errors are below 0.6745; those of a sum of twelve uniform numbers are a little smaller.
    const middle = 0.681;
    let held = 0;
    for (let index = 0; index < tries; index++) {
      for (let row = 0; row < rows; row++) truth[row] = normal();
      const error = errorOfMedian(truth, predicted, 0.5 / Math.sqrt(rows));
      if (Math.abs(measureMedianError(truth, predicted) - middle) <= 2 * error) held += 1;
    }
    expect(held / tries).toBeGreaterThan(0.935);
  },
);
