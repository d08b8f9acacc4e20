/** Of rows answered with `confidence` (mean of the bin), `observed` were right; `count` rows. */
export interface CalibrationBin {
  confidence: number;
  observed: number;
  count: number;
}

/** Of some rows of the table: whether the answer held, and with what chance it was to hold. */
export interface HeldAnswers {
  rows: Int32Array;
  held: Uint8Array;
  expected: Float64Array;
  /** By how much more of them will hold when all rows are learned from. */
  shift: number;
  /** By row of the table: those with the same number are no evidence of each other; each for itself when absent. */
  group?: Int32Array;
}

/** Ten bins of equally many rows by confidence; fewer where confidences tie. */
export function tabulateCalibration(confidence: Float64Array, right: Uint8Array): CalibrationBin[] {
  const order = Uint32Array.from(confidence, (_, row) => row).sort((a, b) => confidence[a] - confidence[b] || a - b);
  const size = Math.max(1, Math.ceil(order.length / 10));
  const bins: CalibrationBin[] = [];
  for (let start = 0; start < order.length; ) {
    let end = Math.min(start + size, order.length);
    while (end < order.length && confidence[order[end]] === confidence[order[end - 1]]) end += 1;
    const rows = order.subarray(start, end);
    bins.push({ confidence: meanOf(rows, confidence), observed: meanOf(rows, right), count: rows.length });
    start = end;
  }
  return bins;
}

function meanOf(rows: Uint32Array, values: Float64Array | Uint8Array): number {
  let sum = 0;
  for (const row of rows) sum += values[row];
  return sum / rows.length;
}
