import type { LearningDescription } from '../description.ts';
import { outputCount } from '../learners/contract.ts';
import { heldPredictions, heldRows } from '../learners/make-splits.ts';
import { measure } from '../metrics/measure.ts';
import type { MetricName } from '../metrics/metrics.ts';
import { blend } from '../search/ensemble.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';
import { jackknife } from './figures.ts';
import { fitAgain, secondsOfFit } from './fit-again.ts';

/** Fewer rows, halved, say nothing of a curve. */
const fewestRows = 60;
/** Splits are tried until so many rows were held out, but not more than this many. */
const [enoughHeld, mostSplits] = [500, 3];
const parts = 10;
/** Errors that chance adds fall with the root of the rows (power laws of learning curves, Viering & Loog 2022), so gains do. */
const gainOfNextDoubling = Math.SQRT1_2;
const losses: ReadonlySet<MetricName> = new Set(['mae', 'rmse', 'log_loss']);

/**
 * The same held-out rows by the members fitted on all other rows and on half of them. Null where rows are few or too many for
 * memory, where they are held out forward in time, where no time is left, and where a figure is no number. More rows are never
 * said to harm: what looks like it is chance.
 */
export async function measureLearning(training: Training, selection: Selection): Promise<LearningDescription | null> {
  const { frame, large, validation, settings, deadlines } = training;
  const members = chosen(selection);
  if (large || validation.scheme === 'forward' || members.length === 0 || frame.rowCount < fewestRows) return null;
  const samples = chooseSplits(training);
  if (performance.now() + 1000 * secondsOfFit(selection) * samples.length > deadlines.finish) return null;
  const predicted = members.map(([{ name, settled }]) => ({
    name,
    predictions: heldPredictions(settled.held.slice(0, samples.length)),
  }));
  const byAll = blend(
    predicted,
    members.map(([, weight]) => weight),
  );
  const halves: Float64Array[] = [];
  for (const { train, held } of samples) {
    const halfOf = dealGroups(validation.group, train, 2, settings.seed + 11);
    const half = train.filter((_, place) => halfOf[place] === 0);
    halves.push(await fitAgain(training, selection, half, held));
  }
  const rows = heldRows(samples);
  return compare(training, rows, byAll, heldPredictions(halves), samples[0].train.length);
}

function chooseSplits({ samples }: Training): Training['samples'] {
  const enough = Math.ceil(enoughHeld / Math.max(1, samples[0].held.length));
  return samples.slice(0, Math.min(mostSplits, enough));
}

/** Rows that belong together are left out together for the standard error of the gain. */
function compare(
  { frame, validation, settings }: Training,
  rows: Int32Array,
  byAll: Float64Array,
  byHalf: Float64Array,
  learned: number,
): LearningDescription | null {
  const { metric } = settings;
  const width = outputCount(frame.labels);
  const partOf = dealGroups(validation.group, rows, parts, settings.seed + 13);
  const measureBy = (predictions: Float64Array, without = -1) => {
    const kept = Int32Array.from(rows.keys()).filter((place) => partOf[place] !== without);
    const some = new Float64Array(kept.length * width);
    for (const [index, place] of kept.entries())
      some.set(predictions.subarray(place * width, (place + 1) * width), index * width);
    const tried = kept.map((place) => rows[place]);
    return measure(frame.labels, tried, some, metric, validation.stretch)[metric] ?? Number.NaN;
  };
  const [half, all] = [measureBy(byHalf), measureBy(byAll)];
  const { gain } = jackknife(parts, (part) => ({ gain: measureBy(byAll, part) - measureBy(byHalf, part) }));
  const [least, most] = losses.has(metric) ? [0, all] : [all, Math.max(all, 1)];
  const doubled = Math.min(most, Math.max(least, all + gainOfNextDoubling * (all - half)));
  const curve = { metric, rows: learned, half, all, gain_error: gain, doubled };
  return [half, all, gain, doubled].every(Number.isFinite) ? curve : null;
}
