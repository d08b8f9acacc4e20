/** One column of a table as it comes from storage. Every array has one entry a row. */
export type Column =
  /** NaN is a missing value. */
  | { name: string; type: 'number'; values: Float64Array }
  /** 0, 1, or 2 for missing. */
  | { name: string; type: 'boolean'; values: Uint8Array }
  /** Milliseconds since 1970-01-01 UTC; NaN is a missing value. */
  | { name: string; type: 'time'; values: Float64Array }
  /** Indices into `dictionary`; -1 is a missing value. The dictionary holds each distinct string once. */
  | { name: string; type: 'text'; codes: Int32Array; dictionary: readonly string[] };

/** Columns in, in the order of the source. Names are unique. */
export interface Table {
  rowCount: number;
  columns: readonly Column[];
}
