import type { ValidationErrors } from '../bounds/fit-bounds.ts';
import { joinPredictions } from '../learners/make-splits.ts';
import { rowNumbers } from '../random.ts';
import { blend } from '../search/ensemble.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';
import { averageRepeats, spreadOut } from './average-repeats.ts';
import { fitAgain, secondsOfFit } from './fit-again.ts';

/** Predictions of the served members (without a stacked layer) for the same rows, which none of the fits saw. */
export interface LearningRows {
  /** Predictions from the race, which chose the number of trees and the penalties by these same rows. */
  raced: ValidationErrors;
  /**
   * Predictions of members that are fitted as they are served: `most` on four fifths, `fewer` on three fifths of the
   * rows.
   */
  most: ValidationErrors;
  fewer: ValidationErrors;
  /** The fifth that each row was left out with. */
  fifthOf: Uint8Array;
  /** Distance from `most` to all rows, divided by that from `fewer` to `most`, in logarithms of the row counts. */
  reach: number;
}

const fifths = 5;
const reach = Math.log(5 / 4) / Math.log(4 / 3);
/** From this many rows on, the extra fits hardly add information. */
const enoughRows = 2000;

/**
 * Fits the members of a regression again on fewer rows, to see how errors shrink as rows are added. Undefined where
 * rows were not dealt into whole fifths. `isBlind` is that of `fitAgain`.
 */
export async function fitOnFewer(
  training: Training,
  selection: Selection,
  isBlind: boolean,
): Promise<LearningRows | 'too late' | undefined> {
  const { frame, splits, settings, deadlines, large, validation } = training;
  if (large || validation.scheme === 'forward' || splits.length < settings.folds || settings.folds % fifths !== 0)
    return undefined;
  const rowsOf = joinFifths(training);
  const used = Math.min(fifths, Math.ceil((enoughRows * fifths) / frame.rowCount));
  const fits = used + Math.ceil(used / 2);
  if (performance.now() + 1000 * secondsOfFit(selection) * fits > deadlines.finish) return 'too late';
  const predicting = { training, selection, isBlind };
  const most = new Float64Array(frame.rowCount).fill(Number.NaN);
  const fewer = most.slice();
  for (let fifth = 0; fifth < used; fifth++) await predictLeftOut(predicting, [rowsOf[fifth]], rowsOf[fifth], most);
  for (let fifth = 0; fifth < used; fifth += 2) {
    const left = [rowsOf[fifth], rowsOf[(fifth + 1) % fifths]];
    const asked = fifth + 1 < used ? [...left[0], ...left[1]] : left[0];
    await predictLeftOut(predicting, left, asked, fewer);
  }
  if (performance.now() > deadlines.refit) return 'too late';
  const errorsOf = (predictions: Float64Array): ValidationErrors => ({
    predictions,
    errors: predictions.map((prediction, row) => frame.labels.values[row] - prediction),
  });
  return {
    raced: errorsOf(racedPredictions(training, selection)),
    most: errorsOf(most),
    fewer: errorsOf(fewer),
    fifthOf: numberFifths(rowsOf, frame.rowCount),
    reach,
  };
}

/** Validation rows of each fifth of the folds. */
function joinFifths({ splits, settings }: Training): number[][] {
  const perFifth = settings.folds / fifths;
  return Array.from({ length: fifths }, (_, fifth) =>
    splits.slice(fifth * perFifth, (fifth + 1) * perFifth).flatMap(({ validation }) => [...validation]),
  );
}

function numberFifths(rowsOf: readonly (readonly number[])[], rowCount: number): Uint8Array {
  const fifthOf = new Uint8Array(rowCount);
  for (const [fifth, rows] of rowsOf.entries()) for (const row of rows) fifthOf[row] = fifth;
  return fifthOf;
}

function racedPredictions({ frame, rows, splits }: Training, selection: Selection): Float64Array {
  const members = chosen(selection).map(([{ name, result }]) => ({
    name,
    predictions: joinPredictions(result.predictions.slice(0, splits.length)),
  }));
  const weights = chosen(selection).map(([, weight]) => weight);
  return spreadOut(averageRepeats(frame.labels, rows, blend(members, weights)), frame.rowCount);
}

/** Fits the members on all rows except `left`, and writes their predictions for the `asked` rows. */
async function predictLeftOut(
  { training, selection, isBlind }: { training: Training; selection: Selection; isBlind: boolean },
  left: readonly (readonly number[])[],
  asked: readonly number[],
  into: Float64Array,
): Promise<void> {
  const { rowCount } = training.frame;
  const isLeft = new Uint8Array(rowCount);
  for (const row of left.flat()) isLeft[row] = 1;
  const train = rowNumbers(rowCount).filter((row) => isLeft[row] === 0);
  const answers = await fitAgain(training, selection, train, asked, isBlind);
  for (const [place, row] of asked.entries()) into[row] = answers[place];
}
