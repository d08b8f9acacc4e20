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
const fewestRows = 20;
const mostParts = 40;
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
  const errors = jackknife(parts, (part) => {
    const kept = measureAt(rows.filter((_, place) => partOf[place] !== part));
    return Object.fromEntries(Object.entries(kept).map(([metric, [own, others]]) => [metric, own - others]));
  });
  const figures = Object.entries(values).map(([metric, [value, others]]) => ({
    metric,
    value,
    other: others,
    difference: value - others,
    standard_error: errors[metric],
    better: betterOf(metric, value - others, errors[metric]),
  }));
  return { rows: rows.length, figures };
}

function betterOf(metric: string, difference: number, error: number): ComparedFigure['better'] {
  if (Math.abs(difference) <= enoughErrors * error) return null;
  return difference > 0 === losses.has(metric as MetricName) ? 'other' : 'this';
}

/** Figures of both models at some of the rows. */
interface Figures {
  truth: Float64Array;
  measureAt(rows: Int32Array): Record<string, readonly [number, number]>;
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
