/** Rows as (column, value) pairs: those of row r from `starts[r]` up to `starts[r + 1]`. */
export interface SparseRows {
  count: number;
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
}
