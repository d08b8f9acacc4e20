import { type MetricName, measureClasses, measureRegression } from '@sibyl/engine/metrics/metrics.ts';
import type { FoldResult } from './fold.ts';

/** Computes all metrics of held-out rows; class metrics use the returned class, not always the likeliest. */
export function measureFold({ model, truth, predictions }: FoldResult): Partial<Record<MetricName, number>> {
  const { classes } = model.description;
  const { probabilities, values } = predictions;
  if (!probabilities || !classes) return measureRegression(truth, values);
  const answered = new Float64Array(probabilities.length);
  for (const [row, answer] of values.entries()) answered[row * classes.length + answer] = 1;
  const { auc, log_loss } = measureClasses(truth, probabilities, classes.length);
  return { ...measureClasses(truth, answered, classes.length), auc, log_loss };
}

/** Returns the mean over folds and its standard error (0 for one fold). */
export function meanOf(values: readonly number[]): { mean: number; error: number } {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value / count, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(count - 1, 1);
  return { mean, error: Math.sqrt(variance / count) };
}

/** Expected calibration error, in ten bins of equal width. */
export function calibrationError(results: readonly FoldResult[]): number {
  const bins = Array.from({ length: 10 }, () => ({ sure: 0, right: 0 }));
  let count = 0;
  for (const { truth, predictions } of results)
    for (const [row, sure] of predictions.confidence.entries()) {
      const bin = bins[Math.min(9, Math.floor(sure * 10))];
      bin.sure += sure;
      bin.right += predictions.values[row] === truth[row] ? 1 : 0;
      count += 1;
    }
  return bins.reduce((sum, { sure, right }) => sum + Math.abs(sure - right), 0) / count;
}
