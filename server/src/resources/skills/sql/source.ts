import type { QueryResult } from '../../../platform/data/types.ts';
import type { TableSummary } from '../../../platform/language/grounding.ts';

/** Tables that a skill may ask, wherever they lie. */
export interface SqlSource {
  dialect: 'duckdb' | 'postgresql';
  tables: TableSummary[];
  /** What the database itself says of `table` and `table.column`. */
  comments: Readonly<Record<string, string>>;
  /** Runs one read-only query over these tables and no others, within the limits of the skill. */
  query(sql: string, signal: AbortSignal): Promise<QueryResult>;
}
