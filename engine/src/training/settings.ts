import { asksThreshold } from '../curves/choose-threshold.ts';
import { costsOfSecond } from '../curves/class-costs.ts';
import { TrainingError } from '../errors.ts';
import { defaultMetric, fitsTask } from '../metrics/measure.ts';
import { type MetricName, metricNames } from '../metrics/metrics.ts';
import type { Quality, Task, TrainRequest } from '../request.ts';
import type { Target } from '../target/target.ts';
import type { Folding } from '../validation/plan-request.ts';
import { qualityOf, repeatsOf, usualSeconds } from './quality.ts';

/** The request with all defaults resolved. */
export interface Settings extends Folding {
  seed: number;
  metric: MetricName;
  budgetSeconds: number;
  quality: Quality;
}

export function decideSettings(
  request: TrainRequest,
  { task, classes }: Pick<Target, 'task' | 'classes'>,
  rowCount: number,
): Settings {
  const { seed = 0 } = request;
  const quality = qualityOf(request);
  const timeBudgetSeconds = budgetOf(request, rowCount);
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new TrainingError('bad_seed', `the seed must be a whole number from 0, got ${seed}`);
  if (!(timeBudgetSeconds > 0))
    throw new TrainingError('bad_budget', `the time budget must be above 0 seconds, got ${timeBudgetSeconds}`);
  refuseThreshold(request, task);
  if (request.costs && classes) costsOfSecond(request.costs, classes);
  return {
    seed,
    metric: decideMetric(request.metric, task),
    budgetSeconds: timeBudgetSeconds,
    quality,
    ...decideFolds(rowCount, quality),
  };
}

/** Refuses what only answers of two classes have. */
export function refuseThreshold(asked: TrainRequest, task: Task): void {
  if (task === 'binary') return;
  const name = asked.positiveClass === undefined ? thresholdNameOf(asked) : 'positive_class';
  if (name === undefined) return;
  throw new TrainingError('task_mismatch', `\`${name}\` is for a target of two classes, and this is a ${task}`);
}

function thresholdNameOf(asked: TrainRequest): string | undefined {
  if (!asksThreshold(asked)) return undefined;
  return asked.threshold === undefined ? 'costs' : 'threshold';
}

/** Number of rows from which on a training takes longer, except a fast one; and how many times as long at most. */
const [manyRows, mostTimes] = [50_000, 10];

/** Returns the time budget in seconds. */
export function budgetOf(request: TrainRequest, rowCount: number): number {
  const { timeBudgetSeconds, slowness = 1, quality } = request;
  const times = quality === 'fast' ? 1 : Math.min(mostTimes, Math.max(1, rowCount / manyRows));
  return timeBudgetSeconds ?? slowness * usualSeconds(request) * times;
}

/** Names of metrics in other tools. */
const otherNames: Readonly<Record<string, MetricName | undefined>> = {
  r2: 'r2_score',
  roc_auc: 'auc',
  logloss: 'log_loss',
  mean_absolute_error: 'mae',
  root_mean_squared_error: 'rmse',
};

function decideMetric(asked: string | undefined, task: Task): MetricName {
  if (asked === undefined) return defaultMetric(task);
  const metric = metricNames.find((name) => name === (otherNames[asked] ?? asked));
  if (metric !== undefined && fitsTask(metric, task)) return metric;
  const allowed = metricNames.filter((name) => fitsTask(name, task)).join(', ');
  throw new TrainingError(
    'unknown_metric',
    `metric \`${asked}\` cannot evaluate a ${task} model: use one of ${allowed}`,
  );
}

/**
 * Small tables have many folds, so that fits see nearly all rows, and the smallest are dealt several times. Long tables
 * hold out a fifth once.
 */
function decideFolds(rowCount: number, quality: Quality): Folding {
  const folds = rowCount < 2000 ? 10 : 5;
  if (rowCount > 200_000) return { folds, repeats: 1, splits: 1 };
  const repeats = Math.max(rowCount < 400 ? 2 : 1, repeatsOf(quality, rowCount));
  return { folds, repeats, splits: folds * repeats };
}
