import type { CalibrationBin } from '../description.ts';

/** Each answer is judged by what was learned from this share of the rows. */
const learnedShare = 0.8;

/**
 * Returns the standard error of an observed share. Few rows move what is learned from them as much as what is observed
 * of it, and the fifths that are judged learned from fewer rows; `others` is the error of what was added. One more row
 * counts on either side, so that it is never 0.
 */
export function errorOfShare(observed: number, independent: number, others = 0): number {
  const share = (observed * independent + 1) / (independent + 2);
  return Math.hypot(Math.sqrt((share * (1 - share)) / (learnedShare * independent)), others);
}

/** Judged answers: whether each was right or inside its bounds, and with what probability it was expected to be. */
export interface JudgedAnswers {
  rows: Int32Array;
  isRight: Uint8Array;
  expected: Float64Array;
  /** The expected gain of each in the share of right answers when the model learns from all rows. */
  shifts: Float64Array;
  /** Group of each row of the table. Rows of one group count as one piece of evidence; without groups each row counts. */
  group?: Int32Array;
}

/** Ten bins of equally many rows by confidence; fewer where confidences tie. Rows of one `group` count as one. */
export function tabulateCalibration(
  confidence: Float64Array,
  right: Uint8Array,
  group: Int32Array | Uint32Array,
): CalibrationBin[] {
  const order = Uint32Array.from(confidence, (_, row) => row).sort((a, b) => confidence[a] - confidence[b] || a - b);
  const size = Math.max(1, Math.ceil(order.length / 10));
  const bins: CalibrationBin[] = [];
  for (let start = 0; start < order.length; ) {
    let end = Math.min(start + size, order.length);
    while (end < order.length && confidence[order[end]] === confidence[order[end - 1]]) end += 1;
    const rows = order.subarray(start, end);
    const observed = meanOf(rows, right);
    const independent = new Set(Array.from(rows, (row) => group[row])).size;
    const standard_error = errorOfShare(observed, independent);
    bins.push({ confidence: meanOf(rows, confidence), observed, standard_error, count: rows.length });
    start = end;
  }
  return bins;
}

function meanOf(rows: Uint32Array, values: Float64Array | Uint8Array): number {
  let sum = 0;
  for (const row of rows) sum += values[row];
  return sum / rows.length;
}
