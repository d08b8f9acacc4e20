import { expect, test } from 'vitest';
import { answerClasses, countConfusion, measureClasses, measureRegression } from './metrics.ts';

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
