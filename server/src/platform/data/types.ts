import type { CellType, Reading } from '@sibyl/engine/readings/reading.ts';

/**
 * What the cells of a column are, as users see it. In Parquet: `integer` BIGINT, `number` DOUBLE, `boolean` BOOLEAN,
 * `date` DATE, `datetime` TIMESTAMP (always UTC), `text` VARCHAR, `json` JSON.
 */
export type ColumnType = CellType;

export interface TableColumn {
  name: string;
  type: ColumnType;
  /** How its cells are read; as is usual for its type where nobody has said or found out. */
  reading?: Reading;
}

/** A cell as JSON: integers beyond 2^53, NaN and infinities are strings; moments are RFC 3339 in UTC. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A column and what its cells hold. `distinct` is exact up to 100,000 rows and 500 columns, else within about 10 %. */
export interface ColumnProfile extends TableColumn {
  nulls: number;
  distinct: number;
  /** Smallest and largest value; of text in code point order and cut to 200 characters; null for `json` or no value. */
  min: JsonValue;
  max: JsonValue;
  /** Up to five distinct values out of the first rows. */
  examples: JsonValue[];
}

/** One immutable Parquet file. A table is an ordered list of these. */
export interface TablePart {
  path: string;
  rowCount: number;
}

export type FileFormat = 'csv' | 'tsv' | 'ndjson' | 'json' | 'parquet' | 'xlsx';

/** What the sender says of a file; all that is left out is detected. */
export interface FileOptions {
  /** One ASCII character. */
  delimiter?: string;
  header?: boolean;
  /** One ASCII character, or empty when nothing is quoted. */
  quote?: string;
  /** Whether `1,234` is 1.234 (`,`) or 1234 (`.`). */
  decimal?: '.' | ',';
  /** Whether 3/4/2020 is the third of April (`dmy`). */
  dateOrder?: 'dmy' | 'mdy';
  /** How a quote inside quotes is written: the quote itself (twice), or a backslash. */
  escape?: string;
  /** Lines that begin with it are left out. */
  comment?: string;
  /** Where the columns of a file of fixed width begin. */
  starts?: readonly number[];
  /** Lines left out at the top. */
  skipRows?: number;
  /** The line that names the columns, from 1; lines above it are left out. */
  headerRow?: number;
  /** Totals and notes below the table are left out unless they are to be kept. */
  totals?: 'keep' | 'leave_out';
  /** The sheet of a workbook; the first with data otherwise. */
  sheet?: string;
  /** Any name that iconv-lite knows, such as `windows-1252`. */
  encoding?: string;
  /** Words that say that there is no value: in text columns too, where only empty cells do otherwise. */
  blanks?: readonly string[];
  /** Column name -> type. A cell that does not fit refuses the file. */
  types?: Readonly<Record<string, ColumnType>>;
}

export interface ImportRequest {
  path: string;
  /** Where the Parquet file goes; must not exist. Removed again on any failure. */
  outputPath: string;
  format?: FileFormat;
  options?: FileOptions;
  /** How large the file may be once it is unpacked. */
  maxBytes?: number;
  /** How the table's own file was written: the first guess for rows that join it. */
  dialect?: FileDialect;
}

/** How a file is written, as decided when it was read. What its format does not have is left out. */
export interface FileDialect {
  format: 'csv' | 'json' | 'ndjson' | 'parquet' | 'xlsx';
  compression?: 'gzip';
  encoding?: string;
  /** What parts the cells; a space stands for any run of blanks. Left out where a line is one cell. */
  delimiter?: string;
  /** Of a file of fixed width: where each column begins, from 0, in characters. */
  starts?: number[];
  /** The mark around cells; empty when nothing is quoted. A predict cell in these marks is the bare category. */
  quote?: string;
  /** What takes its meaning from a mark inside quotes: the quote itself where it is written twice, or a backslash. */
  escape?: string;
  /** Lines that begin with it are left out. */
  comment?: string;
  header?: boolean;
  /** The sheet of a workbook. */
  sheet?: string;
}

/** What was guessed or left out when a file was read. */
export interface TableWarning {
  code: string;
  detail: string;
  /** From 1, in the file as it was sent. */
  line?: number;
  column?: string;
}

/** A Parquet file as it was written. */
export interface WrittenTable {
  rowCount: number;
  byteSize: number;
  columns: ColumnProfile[];
}

export interface ImportResult extends WrittenTable {
  dialect: FileDialect;
  warnings: TableWarning[];
}

export interface AppendRequest extends ImportRequest {
  /** The columns of the table that the rows join. */
  columns: readonly TableColumn[];
  /** The parts that the table has already. */
  parts: readonly TablePart[];
}

export interface ReadRowsRequest {
  parts: readonly TablePart[];
  columns: readonly TableColumn[];
  offset: number;
  limit: number;
}

export type Row = Record<string, JsonValue>;

export interface QueryRequest {
  /** Written by a user: hostile until shown otherwise. */
  sql: string;
  /** Table name -> its parts. A table without parts is known by name only and cannot be read. */
  tables: Readonly<Record<string, readonly TablePart[]>>;
  /** 0 asks for the columns alone: nothing is run. */
  maxRows: number;
  timeoutMs: number;
  memoryBytes: number;
}

export interface QueryResult {
  columns: TableColumn[];
  /** One array per row, in the order of `columns`: a query may answer two columns of one name. */
  rows: JsonValue[][];
  /** Whether more rows than `maxRows`, or more than 64 MiB, were there. */
  truncated: boolean;
}

export interface SnapshotRequest extends Pick<QueryRequest, 'sql' | 'tables'> {
  /** Where the Parquet file goes; must not exist. */
  outputPath: string;
  /** What sorting may spill, and what the answer may take until it is Parquet. */
  diskBytes: number;
}

export interface Snapshot {
  rowCount: number;
  columns: TableColumn[];
}

export interface JoinRequest {
  /** Of one table, at least one. */
  parts: readonly TablePart[];
  /** Where the Parquet file goes; must not exist. */
  outputPath: string;
}
