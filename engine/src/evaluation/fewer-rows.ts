import type { HeldRows } from '../bounds/fit-bounds.ts';
import { heldPredictions } from '../learners/make-splits.ts';
import { rowNumbers } from '../random.ts';
import { blend } from '../search/ensemble.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';
import { averageRepeats, spreadOut } from './average-repeats.ts';
import { fitAgain, secondsOfFit } from './fit-again.ts';

/** What the served members, without a layer above them, say of the same rows that they were not fitted on. */
export interface LearningRows {
  /** In the race, which chose trees and penalties by these very rows. */
  raced: HeldRows;
  /** Fitted as they will be served, on four and on three fifths of the rows. */
  most: HeldRows;
  fewer: HeldRows;
  /** Distance of all rows from `most` in units of that of `most` from `fewer`, in logarithms of their number. */
  reach: number;
}

const fifths = 5;
const reach = Math.log(5 / 4) / Math.log(4 / 3);
/** More rows tell nothing that is worth the fits. */
const enoughRows = 2000;

/**
 * Fits the members of a regression again on fewer and fewer rows, to see how errors shrink as rows are added. Undefined where
 * rows were not dealt to whole fifths.
 */
export async function fitOnFewer(
  training: Training,
  selection: Selection,
): Promise<LearningRows | 'too late' | undefined> {
  const { frame, samples, settings, deadlines, large, validation } = training;
  if (large || validation.scheme === 'forward' || samples.length < settings.folds || settings.folds % fifths !== 0)
    return undefined;
  const held = joinFifths(training);
  const used = Math.min(fifths, Math.ceil((enoughRows * fifths) / frame.rowCount));
  const fits = used + Math.ceil(used / 2);
  if (performance.now() + 1000 * secondsOfFit(selection) * fits > deadlines.finish) return 'too late';
  const most = new Float64Array(frame.rowCount).fill(Number.NaN);
  const fewer = most.slice();
  for (let fifth = 0; fifth < used; fifth++)
    await predictLeftOut(training, selection, [held[fifth]], held[fifth], most);
  for (let fifth = 0; fifth < used; fifth += 2) {
    const left = [held[fifth], held[(fifth + 1) % fifths]];
    const asked = fifth + 1 < used ? [...left[0], ...left[1]] : left[0];
    await predictLeftOut(training, selection, left, asked, fewer);
  }
  if (performance.now() > deadlines.refit) return 'too late';
  const errorsOf = (predictions: Float64Array): HeldRows => ({
    predictions,
    errors: predictions.map((prediction, row) => frame.labels.values[row] - prediction),
  });
  return {
    raced: errorsOf(racedPredictions(training, selection)),
    most: errorsOf(most),
    fewer: errorsOf(fewer),
    reach,
  };
}

/** Rows held out by each fifth of the folds. */
function joinFifths({ samples, settings }: Training): number[][] {
  const perFifth = settings.folds / fifths;
  return Array.from({ length: fifths }, (_, fifth) =>
    samples.slice(fifth * perFifth, (fifth + 1) * perFifth).flatMap(({ held }) => [...held]),
  );
}

function racedPredictions({ frame, rows, samples }: Training, selection: Selection): Float64Array {
  const members = chosen(selection).map(([{ name, settled }]) => ({
    name,
    predictions: heldPredictions(settled.held.slice(0, samples.length)),
  }));
  const weights = chosen(selection).map(([, weight]) => weight);
  return spreadOut(averageRepeats(frame.labels, rows, blend(members, weights)), frame.rowCount);
}

/** Fits the members on all rows but those of `left`, and writes what they say of the `asked` ones. */
async function predictLeftOut(
  training: Training,
  selection: Selection,
  left: readonly (readonly number[])[],
  asked: readonly number[],
  into: Float64Array,
): Promise<void> {
  const { rowCount } = training.frame;
  const isLeft = new Uint8Array(rowCount);
  for (const row of left.flat()) isLeft[row] = 1;
  const train = rowNumbers(rowCount).filter((row) => isLeft[row] === 0);
  const answers = await fitAgain(training, selection, train, asked);
  for (const [place, row] of asked.entries()) into[row] = answers[place];
}
