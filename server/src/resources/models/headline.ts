import type { Headline, ModelRecord } from './schemas.ts';

/** Accuracy is not among them: a model that always says the most frequent class has much of it. */
const metrics: Record<NonNullable<ModelRecord['task']>, Headline['metric']> = {
  binary: 'auc',
  multiclass: 'balanced_accuracy',
  regression: 'r2_score',
  forecast: 'mase',
};

/** The metric of the headline. */
export function metricOf(task: NonNullable<ModelRecord['task']>): Headline['metric'] {
  return metrics[task];
}

type Figures = Pick<ModelRecord, 'task' | 'accuracies' | 'standard_errors' | 'baseline'>;

/** Returns the figure to judge a model by; null before it is trained, and of an imported one that was not judged. */
export function headlineOf({ task, accuracies, standard_errors, baseline }: Figures): Headline | null {
  if (task === null) return null;
  const metric = metrics[task];
  const value = accuracies?.[metric];
  if (value === undefined) return null;
  return {
    metric,
    value,
    standard_error: standard_errors?.[metric] ?? null,
    baseline: baseline?.[metric] ?? null,
  };
}
