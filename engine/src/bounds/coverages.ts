import { createBoundReader, type Knot } from './local.ts';

/** What must be asked of the known errors' quantiles so that new rows are covered as wished. Both ascending, of equal length. */
export interface Coverages {
  wished: Float64Array;
  asked: Float64Array;
}

/** Held-out predictions with their errors and the sizes these were divided by. */
export interface ScaledRows {
  predictions: Float64Array;
  errors: Float64Array;
  scales: Float64Array;
}

/**
 * The same rows as the members said of them in the race, and fitted as they will be served, on most and on fewer rows. `reach`
 * is how far all rows are from `most`, in units of its distance from `fewer`, both in logarithms of the number of rows.
 */
export interface LearningStep {
  raced: ScaledRows;
  most: ScaledRows;
  fewer: ScaledRows;
  reach: number;
  /** How many rows there are to each that is evidence of its own. */
  rowsPerGroup: number;
}

const levels = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995];
/** How far the covered share usually moves: what is seen is believed as far as it stands out from chance beside this. */
const usualShift = 0.02;

/**
 * Finds out what bounds of each coverage are worth on rows that the model of all rows will meet. Held-out errors are those of
 * fits on fewer rows, which are larger, and of fits that ended early where it suited these rows; how the covered share moves
 * from fewer rows to more tells what it will be with all.
 */
export function fitCoverages(knots: readonly Knot[], own: ScaledRows, step?: LearningStep): Coverages {
  const windowRows = knots[0].bounds.rowCount;
  const wished: number[] = [];
  const asked: number[] = [];
  for (const level of levels) {
    // A new error takes one of n + 1 places between n known ones.
    const known = (shareOf(markInside(knots, level, own)) * windowRows) / (windowRows + 1);
    const share = Math.min(1, known + (step ? expectShift(knots, level, step) : 0));
    if (share <= (wished.at(-1) ?? 0)) continue;
    wished.push(share);
    asked.push(level);
  }
  return { wished: Float64Array.from(wished), asked: Float64Array.from(asked) };
}

/** By how much the share inside will differ from that of the race: drawn on row by row from fewer rows to all, less chance. */
export function expectShift(
  knots: readonly Knot[],
  level: number,
  { raced, most, fewer, reach, rowsPerGroup }: LearningStep,
): number {
  const [inRace, inMost, inFewer] = [raced, most, fewer].map((rows) => markInside(knots, level, rows));
  const shifts = Float64Array.from(inMost, (inside, row) => inside + reach * (inside - inFewer[row]) - inRace[row]);
  const mean = shareOf(shifts);
  const squares = shifts.reduce((sum, shift) => sum + (shift - mean) ** 2, 0);
  const variance = (rowsPerGroup * squares) / shifts.length ** 2;
  return (mean * usualShift ** 2) / (usualShift ** 2 + variance);
}

function shareOf(marks: Uint8Array | Float64Array): number {
  let sum = 0;
  for (const mark of marks) sum += mark;
  return sum / marks.length;
}

/** 1 for each row whose truth lies within its bounds. */
export function markInside(
  knots: readonly Knot[],
  coverage: number,
  { predictions, errors, scales }: ScaledRows,
): Uint8Array {
  const read = createBoundReader(knots, coverage);
  const distances = { below: 0, above: 0 };
  return Uint8Array.from(predictions, (prediction, row) => {
    read(prediction, distances);
    const error = errors[row] / scales[row];
    return Number(error >= Math.min(0, distances.below) && error <= Math.max(0, distances.above));
  });
}

/** What to ask for so that the wished share of new rows is covered. */
export function askedFor({ wished, asked }: Coverages, coverage: number): number {
  let next = 0;
  while (next < wished.length && wished[next] < coverage) next += 1;
  if (wished.length === 0) return coverage;
  if (next === 0) return Math.min(asked[0], coverage);
  if (next === wished.length) return Math.max(asked[next - 1], coverage);
  const share = (coverage - wished[next - 1]) / (wished[next] - wished[next - 1]);
  return asked[next - 1] + share * (asked[next] - asked[next - 1]);
}
