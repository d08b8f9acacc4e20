import type { QueryResult } from '../../data/types.ts';
import type { TableSketch } from '../toolset.ts';

/** Tables that a skill may ask, wherever they lie. */
export interface SqlSource {
  dialect: 'duckdb' | 'postgresql';
  tables: TableSketch[];
  /** What the database itself says of `table` and `table.column`. */
  comments: Readonly<Record<string, string>>;
  /** Runs one read-only query over these tables and no others, within the limits of the skill. */
  query(sql: string, signal: AbortSignal): Promise<QueryResult>;
}
