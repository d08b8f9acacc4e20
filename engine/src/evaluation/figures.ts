import { meanOf, medianOf } from '../learners/constant.ts';
import { outputCount } from '../learners/contract.ts';
import { rowLoss } from '../metrics/loss.ts';
import {
  answerClasses,
  errorOfMedian,
  measureClasses,
  measureMedianError,
  measureRegression,
} from '../metrics/metrics.ts';
import { orderEvidence } from '../metrics/order-evidence.ts';
import { measurePrecisionRecall } from '../metrics/precision-recall.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { studentQuantile } from '../numerics/student.ts';
import { rowNumbers } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Labels } from '../target/labels.ts';
import type { Training } from '../training/prepare.ts';
import { type AveragedPredictions, averageRepeats } from './average-repeats.ts';
import { distanceOf, doubtOfShortening, growthLeft } from './growth.ts';
import { leastErrors } from './least-error.ts';

/** Figures from validation rows, with their standard errors and those of a model without inputs. */
export interface Figures {
  accuracies: Record<string, number>;
  standardErrors: Record<string, number>;
  baseline: Record<string, number>;
  /** Whether the model loses less than the baseline beyond what chance explains. */
  isBetter: boolean;
}

/** A gain must exceed 0 by this many standard errors; the order of the rows, which no single row decides, by more. */
const [sureGain, sureOrder] = [2, 4];

/** Validation predictions as they would be served, and for classes the predicted class. */
export interface Judged extends AveragedPredictions {
  answers: Float64Array | null;
}

/**
 * Number of folds of the jackknife. More folds give steadier errors and take longer, because each measures all outputs
 * of nearly all rows.
 */
const [mostParts, fewestParts] = [40, 10];
const cellsMeasured = 2_000_000;

/**
 * `chosen` is what the served choice of weights predicts for the same rows: what it gains over weights that were chosen on
 * other rows is luck, and as large may be the luck that is left, so it counts as an error too. So do the `changes` from
 * half of the rows to all: what is still to be learned hangs on which rows are known, and differs that much by chance.
 * What a hurried training may still gain from rows that the judged fits did not have is added, too.
 */
export function measureFigures(
  training: Training,
  judged: Judged,
  chosen: Judged,
  changes: Readonly<Record<string, number>>,
): Figures {
  const { frame, validation, settings } = training;
  const { labels } = frame;
  const { rows } = judged;
  const sizes = countBy(rows, (row) => validation.group[row]);
  const folds = Math.min(sizes.length, decideFolds(rows.length * outputCount(labels)));
  const foldOf = dealGroups(validation.group, rows, folds, settings.seed + 3);
  const means = baselineOf(training, meanOf);
  const all = evaluate(training, judged);
  const { mae, median_ae } = labels.classCount === 0 ? evaluate(training, baselineOf(training, medianOf)) : {};
  const baseline = { ...evaluate(training, means), ...(mae !== undefined && { mae, median_ae }) };
  const standardErrors = measureErrors(training, judged, foldOf, folds);
  if (validation.scheme !== 'forward')
    for (const [name, error] of Object.entries(standardErrors))
      standardErrors[name] = widenForFew(error, distanceOf(name, all[name]), effectiveNumber(sizes));
  const left = growthLeft(training);
  for (const [name, lucky] of Object.entries(evaluate(training, chosen)))
    if (standardErrors[name] !== undefined)
      standardErrors[name] = Math.hypot(
        standardErrors[name],
        lucky - all[name],
        luckShare * (changes[name] ?? 0),
        doubtOfShortening(name, left) * distanceOf(name, all[name]),
      );
  // Pieces of time are few, and each tells of all of its rows.
  const groupOf = validation.scheme === 'forward' ? (row: number) => row : (row: number) => validation.group[row];
  for (const [name, least] of Object.entries(leastErrors(labels, rows, groupOf)))
    if (standardErrors[name] !== undefined) standardErrors[name] = Math.max(standardErrors[name], least);
  for (const name of shares)
    if (standardErrors[name] !== undefined) standardErrors[name] = Math.min(standardErrors[name], mostOfShare);
  const reference = labels.loss === 'absolute' ? baselineOf(training, medianOf) : means;
  return {
    accuracies: all,
    standardErrors: finiteOnly(standardErrors),
    baseline: finiteOnly(baseline),
    isBetter: isBetterThan(reference, labels, judged, { foldOf, folds, group: validation.group }),
  };
}

/** Figures from 0 to 1, and the largest standard error of such a one: of a single row the area under the curve was 0.00 ± 3.1. */
const shares = ['accuracy', 'balanced_accuracy', 'f1_macro', 'auc', 'pr_auc'];
const mostOfShare = 0.5;

/** Returns the standard error of each figure. */
function measureErrors(training: Training, judged: Judged, foldOf: Uint8Array, folds: number): Record<string, number> {
  const { labels } = training.frame;
  const all = rowNumbers(judged.rows.length);
  const errors = jackknife(folds, (fold) =>
    evaluate(
      training,
      pick(
        labels,
        judged,
        all.filter((place) => foldOf[place] !== fold),
      ),
    ),
  );
  if (errors.median_ae === undefined) return errors;
  const { rows, predictions } = judged;
  const truth = Float64Array.from(rows, (row) => labels.values[row]);
  const median = measureMedianError(truth, predictions);
  const isBelow = truth.map((value, place) => Number(Math.abs(value - predictions[place]) <= median));
  const { share } = jackknife(folds, (fold) => {
    const kept = isBelow.filter((_, place) => foldOf[place] !== fold);
    return { share: kept.reduce((sum, below) => sum + below / kept.length, 0) };
  });
  return { ...errors, median_ae: errorOfMedian(truth, predictions, share) };
}

function decideFolds(cells: number): number {
  return Math.max(fewestParts, Math.min(mostParts, Math.floor(cellsMeasured / cells)));
}

/** Leaves out figures that are not finite: a value of 1e300 has an error that no double holds. */
function finiteOnly(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => Number.isFinite(figure)));
}

export function evaluate(
  { frame, validation }: Training,
  { rows, predictions, answers }: Judged,
): Record<string, number> {
  const { values, classCount } = frame.labels;
  const truth = Float64Array.from(rows, (row) => values[row]);
  if (classCount > 0) {
    const figures = measureClasses(truth, predictions, classCount, answers ?? answerClasses(predictions, classCount));
    return classCount === 2 ? { ...figures, pr_auc: measurePrecisionRecall(truth, predictions) } : figures;
  }
  const { stretch } = validation;
  const own = stretch && Int32Array.from(rows, (row) => stretch[row]);
  return { ...measureRegression(truth, predictions, own), median_ae: measureMedianError(truth, predictions) };
}

/**
 * A fit's excess loss over the best is about what the last doubling of its rows took off. Of p learned coefficients it
 * varies by the root of 2 / p of itself (chi-squared); p is guessed, because trees have no such number.
 */
const learnedCoefficients = 16;
const luckShare = Math.sqrt(2 / learnedCoefficients);

/** How many standard errors hold 95 % of a normal distribution. */
const usualErrors = 1.96;

/** Fewest degrees of freedom of a standard error that hangs on one fold. */
const fewestFreedom = 2;

/**
 * Returns standard errors by the jackknife over folds (Efron & Stein 1981): one fold after another is left out. Few
 * folds, or few that most of it comes from, do not show the error well, so it is stretched by Student's distribution
 * until two of it hold 95 %. Degrees of freedom follow from the kurtosis (a variance has 2 n / (kurtosis - 1) of them).
 */
export function jackknife(
  folds: number,
  evaluateWithout: (fold: number) => Record<string, number>,
): Record<string, number> {
  if (folds < 2) return {};
  const tries = Array.from({ length: folds }, (_, fold) => evaluateWithout(fold));
  return Object.fromEntries(
    Object.keys(tries[0]).map((name) => {
      const mean = tries.reduce((sum, one) => sum + one[name] / folds, 0);
      const squares = tries.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0);
      const fourths = tries.reduce((sum, one) => sum + (one[name] - mean) ** 4, 0);
      const kurtosis = squares > 0 ? (folds * fourths) / squares ** 2 : 1;
      const freedom = Math.min(folds - 1, Math.max(fewestFreedom, (2 * folds) / Math.max(kurtosis - 1, 1)));
      const stretch = studentQuantile(0.95, freedom) / usualErrors;
      return [name, stretch * Math.sqrt(((folds - 1) / folds) * squares)];
    }),
  );
}

/** Returns how many rows each group has. */
function countBy(rows: Int32Array, groupOf: (row: number) => number): number[] {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
  return [...counts.values()];
}

/** Returns the number of equally large groups that tell as much (Kish 1965): few large ones outweigh the others. */
export function effectiveNumber(sizes: readonly number[]): number {
  const [sum, squares] = sizes.reduce(([all, own], size) => [all + size, own + size * size], [0, 0]);
  return (sum * sum) / squares;
}

/**
 * Returns the standard error of a figure at a `distance` from its best value, over as many `groups` of rows that hang
 * together. Squares of few effects are skew: few groups mostly lack the rare large one, and then the figure is too good
 * and its error too small at once. So two standard errors reach as far as upwards on the scale of ratios, and the rest
 * is a factor measured on generated tables (docs/decisions/2026-11-24-few-groups.md).
 */
export function widenForFew(error: number, distance: number, groups: number): number {
  const ratio = Math.min(1, error / distance);
  const skew = ratio > 0 ? Math.expm1(2 * ratio) / (2 * ratio) : 1;
  return error * skew * (1 + 12 / groups ** 1.5);
}

interface Dealt {
  foldOf: Uint8Array;
  folds: number;
  group: Int32Array;
}

function isBetterThan(reference: Judged, labels: Labels, judged: Judged, { foldOf, folds, group }: Dealt): boolean {
  const sums = new Float64Array(folds);
  for (const [place, row] of judged.rows.entries())
    sums[foldOf[place]] +=
      rowLoss(labels, row, reference.predictions, place) - rowLoss(labels, row, judged.predictions, place);
  const gain = sums.reduce((sum, one) => sum + one, 0);
  const squares = sums.reduce((sum, one) => sum + (one - gain / folds) ** 2, 0);
  if (gain > sureGain * Math.sqrt((squares * folds) / Math.max(1, folds - 1))) return true;
  if (!(gain > 0)) return false;
  return orderEvidence(labels, judged.rows, judged.predictions, reference.predictions, group) > sureOrder;
}

/** Returns the predictions at some places. */
export function pick(labels: Labels, { rows, predictions, answers }: Judged, places: Int32Array): Judged {
  return {
    rows: Int32Array.from(places, (place) => rows[place]),
    predictions: rowsAt(predictions, places, outputCount(labels)),
    answers: answers && Float64Array.from(places, (place) => answers[place]),
  };
}

/** Predicts each split's validation rows by one constant, learned from its training rows. */
function baselineOf(
  { frame, splits, rows }: Training,
  constantOf: (labels: Labels, train: Int32Array) => Float64Array,
): Judged {
  const { labels } = frame;
  const outputs = outputCount(labels);
  const predictions = new Float64Array(rows.length * outputs);
  let at = 0;
  // A split's training shares are lower for classes with more validation rows, which would rank rows in the wrong
  // order.
  const shares = labels.classCount > 0 ? constantOf(labels, rowNumbers(labels.values.length)) : undefined;
  for (const { train, validation } of splits) {
    const constant = shares ?? constantOf(labels, train);
    for (let index = 0; index < validation.length; index++, at += outputs) predictions.set(constant, at);
  }
  return { ...averageRepeats(labels, rows, predictions), answers: null };
}
