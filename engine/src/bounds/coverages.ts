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
 * The same rows held out from the served members (`full`), and from fits on fewer rows still (`fewer`). `reach` is how far
 * all rows are from the former, in units of their distance from the latter, both in logarithms of the number of rows.
 */
export interface LearningStep {
  full: ScaledRows;
  fewer: ScaledRows;
  reach: number;
}

const levels = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995];
/** Differences between shares are believed as far as they exceed chance; those of tables with many columns are about this. */
const usualGain = 0.015;

/**
 * Finds out what bounds of each coverage are worth on rows that the model of all rows will meet. Held-out errors are those of
 * fits on fewer rows, which are larger; how the covered share changes from fewer rows to more tells what it will be with all.
 */
export function fitCoverages(knots: readonly Knot[], own: ScaledRows, step?: LearningStep): Coverages {
  const windowRows = knots[0].bounds.rowCount;
  const wished: number[] = [];
  const asked: number[] = [];
  for (const level of levels) {
    // A share of known errors is one of n + 1 places that a new one may take.
    const known = (shareOf(markInside(knots, level, own)) * windowRows) / (windowRows + 1);
    const share = Math.min(1, known + (step ? expectGain(knots, level, step) : 0));
    if (share <= (wished.at(-1) ?? 0)) continue;
    wished.push(share);
    asked.push(level);
  }
  return { wished: Float64Array.from(wished), asked: Float64Array.from(asked) };
}

/** By how much the share inside will rise from fits on most rows to the fit on all of them; shrunk by its own error. */
function expectGain(knots: readonly Knot[], level: number, { full, fewer, reach }: LearningStep): number {
  const before = markInside(knots, level, fewer);
  const after = markInside(knots, level, full);
  const gain = shareOf(after) - shareOf(before);
  const changed = after.reduce((sum, inside, row) => sum + Math.abs(inside - before[row]), 0) / after.length;
  const variance = Math.max(0, changed - gain * gain) / after.length;
  return (reach * gain * usualGain ** 2) / (usualGain ** 2 + variance);
}

function shareOf(marks: Uint8Array): number {
  return marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
}

/** 1 for each row whose truth lies within its bounds. */
function markInside(knots: readonly Knot[], coverage: number, { predictions, errors, scales }: ScaledRows): Uint8Array {
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
