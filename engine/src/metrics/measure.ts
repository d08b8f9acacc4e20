import type { Task } from '../request.ts';
import type { Labels, LossKind } from '../target/labels.ts';
import { chooseWeights } from './class-weights.ts';
import { answerClasses, losses, type MetricName, measureClasses, measureRegression } from './metrics.ts';

const numberMetrics: readonly MetricName[] = ['r2_score', 'mae', 'rmse'];

/** Returns the default metric of a task. */
export function defaultMetric(task: Task): MetricName {
  return task === 'regression' ? 'r2_score' : 'log_loss';
}

/** Returns the loss that fits are compared by, row by row, for a metric. */
export function lossOf(metric: MetricName): LossKind {
  if (!numberMetrics.includes(metric)) return 'log';
  return metric === 'mae' ? 'absolute' : 'squared';
}

/** Returns whether the metric can judge the task. */
export function fitsTask(metric: MetricName, task: Task): boolean {
  return numberMetrics.includes(metric) === (task === 'regression');
}

/**
 * Returns all figures of validation predictions (rows x outputs), with class weights for the metric. Rows of one
 * stretch of time, if there are any, are compared with each other.
 */
export function measure(
  labels: Labels,
  rows: Int32Array,
  predictions: Float64Array,
  metric: MetricName,
  stretch: Int32Array | null = null,
): Partial<Record<MetricName, number>> {
  const truth = Float64Array.from(rows, (row) => labels.values[row]);
  const { classCount } = labels;
  if (classCount === 0)
    return measureRegression(truth, predictions, stretch && Int32Array.from(rows, (row) => stretch[row]));
  const weights = chooseWeights(metric, truth, predictions, classCount);
  return measureClasses(truth, predictions, classCount, answerClasses(predictions, classCount, weights));
}

/** Returns whether `a` is the better value of the metric. */
export function isBetter(metric: MetricName, a: number, b: number): boolean {
  return losses.has(metric) ? a < b : a > b;
}
