import type { CellType, Reading } from '@sibyl/engine/readings/reading.ts';

/**
 * The type of a column as users see it. In Parquet: `integer` BIGINT, `number` DOUBLE, `boolean` BOOLEAN, `date` DATE,
 * `datetime` TIMESTAMP (always UTC), `text` VARCHAR, `json` JSON.
 */
export type ColumnType = CellType;

export interface TableColumn {
  name: string;
  type: ColumnType;
  /** How its cells are read; by default as usual for its type. */
  reading?: Reading;
}

/** A cell as JSON: integers beyond 2^53, NaN and infinities are strings; moments are RFC 3339 in UTC. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * A column and statistics of its cells. `distinct` is exact up to 100,000 rows and 500 columns, otherwise within about
 * 10 %.
 */
export interface ColumnProfile extends TableColumn {
  nulls: number;
  distinct: number;
  /**
   * Smallest and largest value; for text in code point order and cut to 200 characters; null for `json` or without
   * values.
   */
  min: JsonValue;
  max: JsonValue;
  /** Up to five distinct values from the first rows. */
  examples: JsonValue[];
}

/** One immutable Parquet file. A table is an ordered list of these. */
export interface TablePart {
  path: string;
  rowCount: number;
}

/** Rows as JSON. Each piece holds whole rows with commas between, or whole lines. */
export interface WrittenRows {
  pieces: Uint8Array[];
  rowCount: number;
  /** The limit that ended the rows; undefined when these are all. */
  cutBy: 'rows' | 'bytes' | undefined;
}

export type FileFormat = 'csv' | 'tsv' | 'ndjson' | 'json' | 'parquet' | 'xlsx';

/** The sender's options for a file; all others are detected. */
export interface FileOptions {
  /** One ASCII character. */
  delimiter?: string;
  header?: boolean;
  /** One ASCII character, or empty when nothing is quoted. */
  quote?: string;
  /** Whether `1,234` means 1.234 (`,`) or 1234 (`.`). */
  decimal?: '.' | ',';
  /** Whether 3/4/2020 is the third of April (`dmy`); `ymd` where 20-04-03 is. */
  dateOrder?: 'dmy' | 'mdy' | 'ymd';
  /** How a quote inside quotes is escaped: by the quote itself (doubled), or by a backslash. */
  escape?: string;
  /** Lines that start with it are ignored. */
  comment?: string;
  /** Start of each column of a fixed-width file. */
  starts?: readonly number[];
  /** Lines skipped at the top. */
  skipRows?: number;
  /** The line with the column names, from 1; lines above it are skipped. */
  headerRow?: number;
  /** Whether totals and notes below the table are kept or left out. */
  totals?: 'keep' | 'leave_out';
  /** Whether each line below the header is a row, also one that looks like units or a repeated header. */
  everyRow?: boolean;
  /** The sheet of a workbook; by default the first one with data. */
  sheet?: string;
  /** Any name that iconv-lite knows, such as `windows-1252`. */
  encoding?: string;
  /** Words for "no value". They apply to text columns too, in which otherwise only empty cells are no value. */
  blanks?: readonly string[];
  /** The columns to keep; all when absent. */
  columns?: readonly string[];
  /** Column name -> type. A cell that does not fit refuses the file. */
  types?: Readonly<Record<string, ColumnType>>;
}

export interface ImportRequest {
  path: string;
  /** Path of the Parquet file; must not exist. Deleted on failure. */
  outputPath: string;
  format?: FileFormat;
  options?: FileOptions;
  /** Maximum size after unpacking. */
  maxBytes?: number;
  /** The dialect of the table's own file: the first guess for rows to append. */
  dialect?: FileDialect;
}

/** The dialect that was used for a file, without what its format does not have. */
export interface FileDialect {
  format: 'csv' | 'json' | 'ndjson' | 'parquet' | 'xlsx';
  compression?: 'gzip';
  encoding?: string;
  /** Whether a byte order mark comes first. */
  mark?: boolean;
  /** Separates cells; a space means any run of blanks. Absent when a line is one cell. */
  delimiter?: string;
  /** For a fixed-width file: where each column begins, from 0, in characters. */
  starts?: number[];
  /** The mark around cells; empty when nothing is quoted. A predict cell in these marks means the bare category. */
  quote?: string;
  /** The escape inside quotes: the quote itself where it is doubled, or a backslash. */
  escape?: string;
  /** Lines that start with it are ignored. */
  comment?: string;
  header?: boolean;
  /** What ends a line, where that is not a line feed alone. */
  line_end?: 'crlf';
  /** By column: how many decimals its numbers were written with, where all had as many. */
  decimals?: Record<string, number>;
  /** Columns whose cells all stood in quotes, as far as was looked. */
  quoted?: string[];
  /** Whether the names of the columns do. */
  quoted_names?: boolean;
  /** What stands where a value is missing, where that is one word everywhere, such as NA. */
  missing?: string;
  /** The sheet of a workbook, and all of them. */
  sheet?: string;
  sheets?: string[];
}

/** Something guessed or left out when a file was read. */
export interface TableWarning {
  code: string;
  detail: string;
  /** From 1, in the uploaded file. */
  line?: number;
  column?: string;
}

/** A written Parquet file. */
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
  /** The columns of the table that rows are appended to. */
  columns: readonly TableColumn[];
  /** The existing parts of the table. */
  parts: readonly TablePart[];
}

export interface ReadRowsRequest {
  parts: readonly TablePart[];
  columns: readonly TableColumn[];
  offset: number;
  limit: number;
  /** Maximum bytes of the rows as JSON; 64 MiB when absent. */
  maxBytes?: number;
}

export type Row = Record<string, JsonValue>;

/** A DuckDB database of somebody else, opened read-only. */
export interface AttachedFile {
  path: string;
  /** Its tables are named without this schema. */
  schema: string;
  /** Tables and views that a query may read. */
  tables: readonly string[];
}

/** A table or view of an attached file. */
export interface AttachedTable {
  name: string;
  comment: string | null;
  /** The file's own estimate; null for a view. */
  rowEstimate: number | null;
  columns: { name: string; type: ColumnType; comment: string | null }[];
}

export interface AttachedCatalog {
  tables: AttachedTable[];
  /** Of DuckDB, which reads it. */
  version: string;
}

export interface QueryRequest {
  /** Written by a user, so untrusted. */
  sql: string;
  /** Table name -> its parts. A table without parts can be named but not read. */
  tables: Readonly<Record<string, readonly TablePart[]>>;
  /** A file whose tables can be named, too. */
  attached?: AttachedFile;
  /** 0 asks for the columns only: nothing is executed. */
  maxRows: number;
  timeoutMs: number;
  memoryBytes: number;
  /** Maximum bytes of the rows as JSON; 64 MiB when absent. */
  maxBytes?: number;
  /** Maximum letters of a text, or of a value of lists and objects; longer ones are cut. */
  cellCharacters?: number;
}

export interface QueryResult {
  columns: TableColumn[];
  /** One array per row, in the order of `columns`: a query may return two columns of one name. */
  rows: JsonValue[][];
  /** Whether there were more rows than `maxRows`, or more bytes than `maxBytes`. */
  truncated: boolean;
}

/** The result of a query as JSON that was written in the worker. Objects have each column name once. */
export interface WrittenResult extends WrittenRows {
  columns: TableColumn[];
}

export interface SnapshotRequest extends Pick<QueryRequest, 'sql' | 'tables' | 'attached'> {
  /** Path of the Parquet file; must not exist. */
  outputPath: string;
  /** Maximum disk space for sorting, and for the result until it is Parquet. */
  diskBytes: number;
}

export interface Snapshot {
  rowCount: number;
  columns: TableColumn[];
}

export interface JoinRequest {
  /** Parts of one table, at least one. */
  parts: readonly TablePart[];
  /** Path of the Parquet file; must not exist. */
  outputPath: string;
}
