/**
 * Encoded training rows that a model keeps, as background of explanations and donors for incomplete rows. Any first few
 * of them represent the table, so callers may use fewer.
 */
export interface ReferenceRows {
  count: number;
  /** Row-major, count x features; missing is NaN. */
  cells: Float64Array;
}

/** Returns the first `count` rows, or all where there are fewer; not a copy. */
export function firstRows({ count, cells }: ReferenceRows, wanted: number): Float64Array {
  return cells.subarray(0, (cells.length / count) * Math.min(wanted, count));
}
