import type { Task } from '../request.ts';
import type { Labels, LossKind } from '../target/labels.ts';
import { chooseWeights } from './class-weights.ts';
import { answerClasses, losses, type MetricName, measureClasses, measureRegression } from './metrics.ts';

const numberMetrics: readonly MetricName[] = ['r2_score', 'mae', 'rmse'];

/** The metric that a task is selected by when none is asked. */
export function defaultMetric(task: Task): MetricName {
  return task === 'regression' ? 'r2_score' : 'log_loss';
}

/** What fits are compared by row by row when the metric is asked for: the loss that leads to it, where it is none itself. */
export function lossOf(metric: MetricName): LossKind {
  if (!numberMetrics.includes(metric)) return 'log';
  return metric === 'mae' ? 'absolute' : 'squared';
}

/** Whether the metric can judge the task. */
export function fitsTask(metric: MetricName, task: Task): boolean {
  return numberMetrics.includes(metric) === (task === 'regression');
}

/**
 * All figures of held-out predictions (rows x outputs), classes weighted as the metric wants. Rows of one stretch, where there
 * are any, are judged against each other.
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

/** Whether `a` is the better value of the metric. */
export function isBetter(metric: MetricName, a: number, b: number): boolean {
  return losses.has(metric) ? a < b : a > b;
}
