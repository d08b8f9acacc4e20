/** Metrics that a request can select by. */
export const metricNames = [
  'r2_score',
  'mae',
  'rmse',
  'auc',
  'log_loss',
  'accuracy',
  'balanced_accuracy',
  'f1_macro',
] as const;
export type MetricName = (typeof metricNames)[number];

/** Metrics where less is better. */
export const losses: ReadonlySet<MetricName> = new Set<MetricName>(['mae', 'rmse', 'log_loss']);

/**
 * Returns regression figures, in units of the target. R² compares with the mean of the rows, or of the rows of the same
 * stretch of time: a forecast gets no credit for knowing that months differ.
 */
export function measureRegression(
  truth: Float64Array,
  predicted: Float64Array,
  stretch: Int32Array | null = null,
): Record<'r2_score' | 'rmse' | 'mae', number> {
  const count = truth.length;
  const means = meansOf(truth, stretch);
  let squares = 0;
  let absolutes = 0;
  let total = 0;
  for (let row = 0; row < count; row++) {
    const error = truth[row] - predicted[row];
    squares += error * error;
    absolutes += Math.abs(error);
    total += (truth[row] - means[stretch ? stretch[row] : 0]) ** 2;
  }
  const score = total > 0 ? 1 - squares / total : squares === 0 ? 1 : 0;
  return { r2_score: score, rmse: Math.sqrt(squares / count), mae: absolutes / count };
}

/** Returns the mean of each stretch; a single mean without stretches. */
function meansOf(truth: Float64Array, stretch: Int32Array | null): Float64Array {
  const stretches = stretch ? stretch.reduce((most, one) => Math.max(most, one), 0) + 1 : 1;
  const [means, counts] = [new Float64Array(stretches), new Float64Array(stretches)];
  for (let row = 0; row < truth.length; row++) {
    const one = stretch ? stretch[row] : 0;
    counts[one] += 1;
    means[one] += (truth[row] - means[one]) / counts[one];
  }
  return means;
}

/** Figures of answers alone, as class indices. */
export function measureAnswers(
  truth: Float64Array,
  answers: Float64Array,
  classCount: number,
): Record<'accuracy' | 'balanced_accuracy' | 'f1_macro', number> {
  const confusion = countConfusion(truth, answers, classCount);
  let right = 0;
  let recalls = 0;
  let f1 = 0;
  let seen = 0;
  for (let label = 0; label < classCount; label++) {
    const actual = confusion[label].reduce((sum, count) => sum + count, 0);
    const answered = confusion.reduce((sum, row) => sum + row[label], 0);
    right += confusion[label][label];
    if (actual > 0) recalls += confusion[label][label] / actual;
    if (actual > 0) seen += 1;
    if (actual + answered > 0) f1 += (2 * confusion[label][label]) / (actual + answered);
  }
  return {
    accuracy: right / truth.length,
    balanced_accuracy: recalls / Math.max(seen, 1),
    f1_macro: f1 / Math.max(seen, 1),
  };
}

/**
 * Class figures. `probabilities` is rows x classes, row-major; `truth` and `answers` hold class indices. The default
 * answer is the likeliest class.
 */
export function measureClasses(
  truth: Float64Array,
  probabilities: Float64Array,
  classCount: number,
  answers: Float64Array = answerClasses(probabilities, classCount),
): Record<'auc' | 'log_loss' | 'accuracy' | 'balanced_accuracy' | 'f1_macro', number> {
  return {
    auc: macroAuc(truth, probabilities, classCount),
    log_loss: logLoss(truth, probabilities, classCount),
    ...measureAnswers(truth, answers, classCount),
  };
}

/** Returns the mean negative log-likelihood; probabilities are raised to 1e-15. */
export function logLoss(truth: Float64Array, probabilities: Float64Array, classCount: number): number {
  let loss = 0;
  for (let row = 0; row < truth.length; row++)
    loss -= Math.log(Math.max(probabilities[row * classCount + truth[row]], 1e-15));
  return loss / truth.length;
}

/** Returns the confusion matrix: rows are true classes, columns predicted classes. */
export function countConfusion(truth: Float64Array, answers: Float64Array, classCount: number): number[][] {
  const confusion = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  for (let row = 0; row < truth.length; row++) confusion[truth[row]][answers[row]] += 1;
  return confusion;
}

/** Returns the likeliest class of each row of probabilities (rows x classes), weighted if weights are given. */
export function answerClasses(
  probabilities: Float64Array,
  classCount: number,
  weights: readonly number[] | null = null,
): Float64Array {
  return Float64Array.from({ length: probabilities.length / classCount }, (_, row) =>
    likeliest(probabilities, row * classCount, classCount, weights),
  );
}

/** Returns the index of the greatest of `count` values from `start`, weighted if weights are given; the first of equals. */
export function likeliest(
  values: Float64Array,
  start: number,
  count: number,
  weights: readonly number[] | null = null,
): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const value = weights === null ? values[start + index] : values[start + index] * weights[index];
    if (value > most) {
      most = value;
      best = index;
    }
  }
  return best;
}

/** One-versus-rest area under the ROC curve, averaged over the classes that occur; of two classes, that of the second. */
function macroAuc(truth: Float64Array, probabilities: Float64Array, classCount: number): number {
  const labels = classCount === 2 ? [1] : Array.from({ length: classCount }, (_, label) => label);
  const areas = labels
    .map((label) => areaUnderCurve(truth, probabilities, classCount, label))
    .filter((area) => !Number.isNaN(area));
  return areas.length === 0 ? 0.5 : areas.reduce((sum, area) => sum + area, 0) / areas.length;
}

/** Computed from ranks, with ties sharing theirs; NaN when only one side occurs. */
function areaUnderCurve(truth: Float64Array, probabilities: Float64Array, classCount: number, label: number): number {
  const scores = Float64Array.from(truth, (_, row) => probabilities[row * classCount + label]);
  const sorted = scores.toSorted();
  let positives = 0;
  let rankSum = 0;
  for (let row = 0; row < truth.length; row++) {
    if (truth[row] !== label) continue;
    positives += 1;
    rankSum += (countBelow(sorted, scores[row], false) + countBelow(sorted, scores[row], true) + 1) / 2;
  }
  const negatives = truth.length - positives;
  if (positives === 0 || negatives === 0) return Number.NaN;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** How many of the sorted values are below `value`, or not above it when `isInclusive`. */
function countBelow(sorted: Float64Array, value: number, isInclusive: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value || (isInclusive && sorted[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the median absolute error, which a few huge errors do not change. */
export function measureMedianError(truth: Float64Array, predicted: Float64Array): number {
  const sorted = truth.map((value, row) => Math.abs(value - predicted[row])).sort();
  return sorted.length === 0 ? Number.NaN : (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * Returns the standard error of the median absolute error: a quarter of the interval that holds it 95 times of 100, by the
 * standard error of the share of rows below it (Woodruff 1952). Leaving out rows would move a median in jumps.
 */
export function errorOfMedian(truth: Float64Array, predicted: Float64Array, shareError: number): number {
  const sorted = truth.map((value, row) => Math.abs(value - predicted[row])).sort();
  const last = sorted.length - 1;
  const low = Math.max(0, Math.floor((0.5 - 2 * shareError) * last));
  const high = Math.min(last, Math.ceil((0.5 + 2 * shareError) * last));
  return (sorted[high] - sorted[low]) / 4;
}
