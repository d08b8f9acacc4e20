/** Writes the scores of the row at `values[start ..]` to `out[firstScore ..]`. */
export type ScoreRow = (values: Float64Array, start: number, out: Float64Array, firstScore: number) => void;

/** Writes the scores of `count` rows from row `first` on to `out`, at the same rows. */
export type ScoreRows = (values: Float64Array, first: number, count: number, out: Float64Array) => void;
