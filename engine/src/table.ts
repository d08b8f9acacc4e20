import type { Reading } from './readings/reading.ts';

interface ColumnHead {
  name: string;
  /** How its cells were read from text, as storage has settled it; found out from the cells where it is not known. */
  reading?: Reading;
}

/** Indices into `dictionary`; -1 is a missing value. The dictionary holds each distinct string once. */
export interface TextColumn extends ColumnHead {
  type: 'text';
  codes: Int32Array;
  dictionary: readonly string[];
}

/** One column of a table as it comes from storage. Every array has one entry a row. */
export type Column =
  /** NaN is a missing value. */
  | (ColumnHead & { type: 'number'; values: Float64Array })
  /** 0, 1, or 2 for missing. */
  | (ColumnHead & { type: 'boolean'; values: Uint8Array })
  /** Milliseconds since 1970-01-01 UTC; NaN is a missing value. */
  | (ColumnHead & { type: 'time'; values: Float64Array })
  | TextColumn;

/** Columns in, in the order of the source. Names are unique. */
export interface Table {
  rowCount: number;
  columns: readonly Column[];
}

/** What all cells of one column say together. */
export interface ColumnSummary {
  missing: number;
  /** Of numbers, booleans and times; NaN of texts, and where no cell is known. */
  min: number;
  max: number;
}

/** How the cells of one column are wanted. */
export type ColumnReading =
  /** Booleans as 0 and 1, times in milliseconds; NaN is a missing value. */
  | { name: string; as: 'numbers' }
  /** Places of texts in `dictionary`, its length for any other text; NaN is a missing value. */
  | { name: string; as: 'codes'; dictionary: readonly string[] }
  | { name: string; as: 'texts' };

/** Cells of one column, one a row: numbers or codes, or texts with null for a missing one. */
export type ChunkCells = Float64Array | readonly (string | null)[];

/** Some rows in succession, columns in the order they were asked for. What is handed out holds until the next chunk. */
export interface TableChunk {
  rowCount: number;
  columns: readonly ChunkCells[];
}

/** Some rows of a table, and what all of them say. */
export interface TableSample {
  table: Table;
  /** One a column. */
  summaries: readonly ColumnSummary[];
}

/** A table where it is stored. Rows are numbered from 0, in one order that all that is read keeps. */
export interface TableSource {
  readonly rowCount: number;
  readonly columns: readonly { name: string; type: Column['type'] }[];
  /** All of it. */
  readWhole(): Promise<Table>;
  /** The given rows (ascending) of all columns, and a summary of all rows for each column. */
  readSample(rows: Int32Array): Promise<TableSample>;
  /** All rows of some columns, a few thousand at a time: the table is never in memory as a whole. */
  readChunks(readings: readonly ColumnReading[]): AsyncIterable<TableChunk>;
}
