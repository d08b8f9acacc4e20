import type { TableColumn } from '../types.ts';
import type { OpenEngine } from './duckdb.ts';

/** A Parquet file that is opened anew for each reading, so that DuckDB's memory is freed in between. */
export interface StoredTable {
  from: string;
  rowCount: number;
  columns: readonly TableColumn[];
  open(): Promise<OpenEngine>;
}
