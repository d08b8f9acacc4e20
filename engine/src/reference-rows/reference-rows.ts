/**
 * Training rows that a model keeps, encoded: what explanations compare a row with, and whom an incomplete row may be like.
 * The first of them stand for the table as well as all do, so who needs few takes the first few.
 */
export interface ReferenceRows {
  count: number;
  /** Row-major, count x features; missing is NaN. */
  cells: Float64Array;
}

/** The first `count` rows, or all where there are fewer; not a copy. */
export function firstRows({ count, cells }: ReferenceRows, wanted: number): Float64Array {
  return cells.subarray(0, (cells.length / count) * Math.min(wanted, count));
}
