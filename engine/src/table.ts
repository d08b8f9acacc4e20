import type { Reading } from './readings/reading.ts';

interface ColumnHead {
  name: string;
  /** How cells were read from text, if the storage knows; otherwise it is decided from the cells. */
  reading?: Reading;
}

/** Indices into `dictionary`; -1 is a missing value. The dictionary holds each distinct string once. */
export interface TextColumn extends ColumnHead {
  type: 'text';
  codes: Int32Array;
  dictionary: readonly string[];
}

/** One column of a table from storage. Every array has one entry for each row. */
export type Column =
  /** NaN is a missing value. */
  | (ColumnHead & { type: 'number'; values: Float64Array })
  /** 0, 1, or 2 for missing. */
  | (ColumnHead & { type: 'boolean'; values: Uint8Array })
  /** Milliseconds since 1970-01-01 UTC; NaN is a missing value. */
  | (ColumnHead & { type: 'time'; values: Float64Array })
  | TextColumn;

/** A table in memory: columns in the order of the source, with unique names. */
export interface Table {
  rowCount: number;
  /** Where it is a part of another table: the numbers of its rows there. */
  rows?: Int32Array;
  columns: readonly Column[];
}

/** A summary of all cells of one column. */
export interface ColumnSummary {
  missing: number;
  /** Range of numbers, booleans and times; NaN for texts and for columns without a value. */
  min: number;
  max: number;
}

/** The form in which the cells of one column are read. */
export type ColumnReading =
  /** Booleans as 0 and 1, times in milliseconds; NaN is a missing value. */
  | { name: string; as: 'numbers' }
  /** Indices of texts in `dictionary`, its length for any other text; NaN is a missing value. */
  | { name: string; as: 'codes'; dictionary: readonly string[] }
  | { name: string; as: 'texts' };

/** Cells of one column: numbers or codes, or texts with null for a missing one. */
export type ChunkCells = Float64Array | readonly (string | null)[];

/** Consecutive rows, with columns in the requested order. The arrays are valid until the next chunk. */
export interface TableChunk {
  rowCount: number;
  columns: readonly ChunkCells[];
}

/** A sample of rows, with summaries of all rows. */
export interface TableSample {
  table: Table;
  /** One for each column. */
  summaries: readonly ColumnSummary[];
}

/** A table in storage. Rows are numbered from 0 in an order that all methods keep. */
export interface TableSource {
  readonly rowCount: number;
  readonly columns: readonly { name: string; type: Column['type'] }[];
  /** Reads the whole table. */
  readWhole(): Promise<Table>;
  /** Reads the given rows (ascending) of all columns, and a summary of all rows for each column. */
  readSample(rows: Int32Array): Promise<TableSample>;
  /** Reads all rows of some columns, a few thousand at a time, so that the table is never in memory as a whole. */
  readChunks(readings: readonly ColumnReading[]): AsyncIterable<TableChunk>;
}
