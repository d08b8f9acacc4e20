import type { Task } from '../request.ts';

/**
 * Returns the task of a numeric column. Two values are classes. A few small integers are classes when there are at most
 * five, or at most ten that count up from 0 or 1 and are about equally frequent; counts and ratings with a tail are
 * numbers.
 */
export function inferNumericTask(values: Float64Array): Task {
  const counts = new Map<number, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > 10) return 'regression';
  }
  if (counts.size === 2) return 'binary';
  const labels = [...counts.keys()].sort((a, b) => a - b);
  if (!labels.every(Number.isInteger) || values.length < 10 * labels.length) return 'regression';
  if (labels.length <= 5) return spread(labels) <= 10 ? 'multiclass' : 'regression';
  const countsUp = labels[0] >= 0 && labels[0] <= 1 && spread(labels) === labels.length - 1;
  const rarest = Math.min(...counts.values());
  return countsUp && rarest * labels.length * 4 >= values.length ? 'multiclass' : 'regression';
}

function spread(sorted: readonly number[]): number {
  return sorted[sorted.length - 1] - sorted[0];
}
