import { jackknife } from '../evaluation/figures.ts';
import { losses, type MetricName, measureAnswers, measureClasses, measureRegression } from '../metrics/metrics.ts';
import { measurePrecisionRecall } from '../metrics/precision-recall.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import { type AlignedClasses, alignClasses, type Judged } from './align-classes.ts';

/** One figure of two models on the same rows. */
export interface ComparedFigure {
  metric: string;
  value: number;
  other: number;
  /** `value` minus `other`, and its standard error over the rows, which both share. */
  difference: number;
  standard_error: number;
  /** Which one is better, beyond two standard errors of the difference. */
  better: 'this' | 'other' | null;
}

export interface ComparedAnswers {
  rows: number;
  figures: ComparedFigure[];
}

/** Fewest rows, and groups of rows, that tell more than chance. */
export const fewestRows = 20;
export const mostParts = 40;
const seed = 1;
const enoughErrors = 2;

/**
 * Compares two models on the same rows. `groups` has a number for each: those of one group count once. Standard errors
 * come from a jackknife of the differences, so what makes rows hard for both cancels out. Undefined for too few rows.
 */
export function compareAnswers(one: Judged, other: Judged, groups: Int32Array): ComparedAnswers | undefined {
  const { truth, measureAt } = one.classes ? classFigures(alignClasses(one, other)) : numberFigures(one, other);
  const rows = Int32Array.from(truth.keys()).filter((row) => !Number.isNaN(truth[row]));
  const parts = Math.min(mostParts, new Set(rows.map((row) => groups[row])).size);
  if (rows.length < fewestRows || parts < 2) return undefined;
  const partOf = dealGroups(groups, rows, parts, seed);
  const values = measureAt(rows);
  return {
    rows: rows.length,
    figures: comparePairs(parts, (part) => measureAt(rows.filter((_, place) => partOf[place] !== part)), values),
  };
}

/** Values of both models by metric. */
export type Pairs = Record<string, readonly [value: number, other: number]>;

/** Compares `values` with standard errors from a jackknife of the differences: `measureWithout` leaves a part out. */
export function comparePairs(parts: number, measureWithout: (part: number) => Pairs, values: Pairs): ComparedFigure[] {
  const errors = jackknife(parts, (part) =>
    Object.fromEntries(Object.entries(measureWithout(part)).map(([metric, [own, others]]) => [metric, own - others])),
  );
  return Object.entries(values).map(([metric, [value, other]]) => ({
    metric,
    value,
    other,
    difference: value - other,
    standard_error: errors[metric],
    better: betterOf(metric, value - other, errors[metric]),
  }));
}

function betterOf(metric: string, difference: number, error: number): ComparedFigure['better'] {
  if (Math.abs(difference) <= enoughErrors * error) return null;
  const isLoss = metric === 'mase' || losses.has(metric as MetricName);
  return difference > 0 === isLoss ? 'other' : 'this';
}

/** Figures of both models at some of the rows. */
interface Figures {
  truth: Float64Array;
  measureAt(rows: Int32Array): Pairs;
}

function numberFigures(one: Judged, other: Judged): Figures {
  const { truth } = one.answered;
  return {
    truth: truth.map((value, row) => (Number.isNaN(other.answered.truth[row]) ? Number.NaN : value)),
    measureAt: (rows) =>
      pair([one, other], ({ answered }) => measureRegression(pick(truth, rows), pick(answered.answers, rows))),
  };
}

function classFigures({ truth, areTwo, classCount, sides }: AlignedClasses): Figures {
  return {
    truth,
    measureAt: (rows) =>
      pair([...sides], ({ answers, chances }) => {
        const [labels, given, chance] = [truth, answers, chances].map((values) => pick(values, rows));
        if (!areTwo) return { ...measureAnswers(labels, given, classCount), log_loss: logLossOf(chance) };
        const probabilities = Float64Array.from({ length: 2 * rows.length }, (_, at) =>
          at % 2 === 1 ? chance[at >> 1] : 1 - chance[at >> 1],
        );
        const precision = { pr_auc: measurePrecisionRecall(labels, probabilities) };
        return { ...measureClasses(labels, probabilities, 2, given), ...precision };
      }),
  };
}

function pair<Side>([one, other]: Side[], measure: (side: Side) => Record<string, number>) {
  const others = measure(other);
  return Object.fromEntries(
    Object.entries(measure(one)).map(([metric, value]) => [metric, [value, others[metric]] as const]),
  );
}

function pick(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]);
}

/** A probability of 0 would cost endlessly. */
const leastProbability = 1e-15;

function logLossOf(chances: Float64Array): number {
  return chances.reduce((sum, chance) => sum - Math.log(Math.max(leastProbability, chance)), 0) / chances.length;
}
