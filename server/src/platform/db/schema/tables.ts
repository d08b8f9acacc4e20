import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface TableSchema {
  tables: TableTable;
  table_parts: TablePartTable;
}

export interface TableTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  columns: Json;
  /** The dialect of the first file. */
  dialect: Json | null;
  warnings: Json | null;
  row_count: number;
  byte_size: number;
}

/** One immutable Parquet file of a table; each append adds a part. */
export interface TablePartTable {
  id: Fixed<string>;
  table_id: Fixed<string>;
  /** Order of the parts; unique in the table. */
  position: number;
  blob_key: string;
  row_count: number;
  byte_size: number;
}
