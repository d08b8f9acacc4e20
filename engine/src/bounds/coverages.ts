import { isOfFew } from './few-errors.ts';
import { createBoundReader, type Knot } from './local.ts';

/** Which quantiles of the known errors cover new rows as wished. Both lists ascend and have equal length. */
export interface Coverages {
  wished: Float64Array;
  asked: Float64Array;
}

/** Asks for the wished coverage itself. */
export const noCoverages: Coverages = { wished: new Float64Array(0), asked: new Float64Array(0) };

/** Validation predictions with their errors and the scales these were divided by. */
export interface ScaledRows {
  predictions: Float64Array;
  errors: Float64Array;
  scales: Float64Array;
}

/**
 * Errors on the same rows: in the race, and fitted as served on `most` and on `fewer` rows. `reach` is the distance
 * from `most` to all rows divided by that from `fewer` to `most`, in logarithms of the row counts.
 */
export interface LearningStep {
  raced: ScaledRows;
  most: ScaledRows;
  fewer: ScaledRows;
  reach: number;
  /** Mean number of rows in a group; a group is one piece of evidence. */
  rowsPerGroup: number;
}

const levels = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995];
/** Usual change of the covered share. An observed change is trusted as far as it exceeds what chance gives beside this. */
const usualShift = 0.02;

/**
 * Estimates what each coverage is worth on new rows of the final model. Validation errors come from fits on fewer rows,
 * so they are too large; the trend of the covered share from fewer to more rows is extrapolated to all.
 */
export function fitCoverages(knots: readonly Knot[], own: ScaledRows, step?: LearningStep): Coverages {
  if (isOfFew(knots[0].bounds)) return noCoverages;
  const windowRows = knots[0].bounds.rowCount;
  const wished: number[] = [];
  const asked: number[] = [];
  for (const level of levels) {
    // A new error takes one of n + 1 places between n known ones.
    const known = (shareOf(markInside(knots, level, own)) * windowRows) / (windowRows + 1);
    const share = Math.min(1, known + (step ? expectShift(knots, level, step).mean : 0));
    if (share <= (wished.at(-1) ?? 0)) continue;
    wished.push(share);
    asked.push(level);
  }
  return { wished: Float64Array.from(wished), asked: Float64Array.from(asked) };
}

/**
 * Returns the expected change of the covered share from the race to all rows, and its standard error: the trend over more
 * rows, less what chance gives.
 */
export function expectShift(
  knots: readonly Knot[],
  level: number,
  { raced, most, fewer, reach, rowsPerGroup }: LearningStep,
): { mean: number; error: number } {
  const [inRace, inMost, inFewer] = [raced, most, fewer].map((rows) => markInside(knots, level, rows));
  const shifts = Float64Array.from(inMost, (inside, row) => inside + reach * (inside - inFewer[row]) - inRace[row]);
  const mean = shareOf(shifts);
  const squares = shifts.reduce((sum, shift) => sum + (shift - mean) ** 2, 0);
  const variance = (rowsPerGroup * squares) / shifts.length ** 2;
  const trust = usualShift ** 2 / (usualShift ** 2 + variance);
  return { mean: trust * mean, error: Math.sqrt(trust * variance) };
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

/** The coverage to ask for so that the wished share of new rows is covered. */
export function askedFor({ wished, asked }: Coverages, coverage: number): number {
  let next = 0;
  while (next < wished.length && wished[next] < coverage) next += 1;
  if (wished.length === 0) return coverage;
  if (next === 0) return Math.min(asked[0], coverage);
  if (next === wished.length) return Math.max(asked[next - 1], coverage);
  const share = (coverage - wished[next - 1]) / (wished[next] - wished[next - 1]);
  return asked[next - 1] + share * (asked[next] - asked[next - 1]);
}
