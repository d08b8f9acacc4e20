import type { LearningDescription } from '../description.ts';
import { outputCount } from '../learners/contract.ts';
import { joinPredictions, validationRows } from '../learners/make-splits.ts';
import { measure } from '../metrics/measure.ts';
import type { MetricName } from '../metrics/metrics.ts';
import { blend } from '../search/ensemble.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';
import { evaluate, jackknife } from './figures.ts';
import { fitAgain, secondsOfFit } from './fit-again.ts';

/** Half of fewer rows than this would be too few to show a curve. */
const fewestRows = 60;
/** Splits are used until this many rows were held out, and at most this many splits. */
const [enoughHeld, mostSplits] = [500, 3];
const folds = 10;
/**
 * Errors due to chance fall with the root of the number of rows, so gains do too (power laws of learning curves,
 * Viering & Loog 2022).
 */
const gainOfNextDoubling = Math.SQRT1_2;
const losses: ReadonlySet<MetricName> = new Set(['mae', 'rmse', 'log_loss']);

/** What more rows are worth, and how far each figure moved from half of the rows to all. */
export interface Learning {
  described: LearningDescription | null;
  changes: Readonly<Record<string, number>>;
}

const unknown: Learning = { described: null, changes: {} };

/**
 * Compares predictions for the same validation rows after learning from all other rows and from half of them.
 * Unknown where this cannot be measured: few rows, large tables, forward validation, no time. A loss from more rows is reported
 * as none.
 */
export async function measureLearning(training: Training, selection: Selection): Promise<Learning> {
  const { frame, large, validation, settings, deadlines } = training;
  const members = chosen(selection);
  if (large || validation.scheme === 'forward' || members.length === 0 || frame.rowCount < fewestRows) return unknown;
  const splits = chooseSplits(training);
  if (performance.now() + 1000 * secondsOfFit(selection) * splits.length > deadlines.finish) return unknown;
  const predicted = members.map(([{ name, result }]) => ({
    name,
    predictions: joinPredictions(result.predictions.slice(0, splits.length)),
  }));
  const byAll = blend(
    predicted,
    members.map(([, weight]) => weight),
  );
  const halves: Float64Array[] = [];
  for (const { train, validation: asked } of splits) {
    const halfOf = dealGroups(validation.group, train, 2, settings.seed + 11);
    const half = train.filter((_, place) => halfOf[place] === 0);
    halves.push(await fitAgain(training, selection, half, asked));
  }
  const rows = validationRows(splits);
  const byHalf = joinPredictions(halves);
  const [all, half] = [byAll, byHalf].map((predictions) => evaluate(training, { rows, predictions, answers: null }));
  return {
    described: compare(training, rows, byAll, byHalf, splits[0].train.length),
    changes: Object.fromEntries(Object.keys(all).map((name) => [name, all[name] - half[name]])),
  };
}

function chooseSplits({ splits }: Training): Training['splits'] {
  const enough = Math.ceil(enoughHeld / Math.max(1, splits[0].validation.length));
  return splits.slice(0, Math.min(mostSplits, enough));
}

/** Rows of one group are left out together for the standard error of the gain. */
function compare(
  { frame, validation, settings }: Training,
  rows: Int32Array,
  byAll: Float64Array,
  byHalf: Float64Array,
  learned: number,
): LearningDescription | null {
  const { metric } = settings;
  const width = outputCount(frame.labels);
  const foldOf = dealGroups(validation.group, rows, folds, settings.seed + 13);
  const measureBy = (predictions: Float64Array, without = -1) => {
    const kept = Int32Array.from(rows.keys()).filter((place) => foldOf[place] !== without);
    const some = new Float64Array(kept.length * width);
    for (const [index, place] of kept.entries())
      some.set(predictions.subarray(place * width, (place + 1) * width), index * width);
    const tried = kept.map((place) => rows[place]);
    return measure(frame.labels, tried, some, metric, validation.stretch)[metric] ?? Number.NaN;
  };
  const [half, all] = [measureBy(byHalf), measureBy(byAll)];
  const { gain } = jackknife(folds, (fold) => ({ gain: measureBy(byAll, fold) - measureBy(byHalf, fold) }));
  const [least, most] = losses.has(metric) ? [0, all] : [all, Math.max(all, 1)];
  const doubled = Math.min(most, Math.max(least, all + gainOfNextDoubling * (all - half)));
  const curve = { metric, rows: learned, half, all, gain_error: gain, doubled };
  return [half, all, gain, doubled].every(Number.isFinite) ? curve : null;
}
