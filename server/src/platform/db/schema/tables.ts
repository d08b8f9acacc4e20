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
  /** How the first file was written. */
  dialect: Json | null;
  warnings: Json | null;
  row_count: number;
  byte_size: number;
}

/** One immutable Parquet file of a table; appending adds a part. */
export interface TablePartTable {
  id: Fixed<string>;
  table_id: Fixed<string>;
  /** Order of the parts in their table; unique there. */
  position: number;
  blob_key: string;
  row_count: number;
  byte_size: number;
}
