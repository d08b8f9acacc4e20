import type { TableSummary } from '../../../builtin/grounding.ts';
import type { QueryResult } from '../../../platform/data/types.ts';
import type { Dialect } from '../../connections/dialects.ts';

/** Maximum letters of a cell that a language model reads. */
export const mostCellCharacters = 2000;
/** More is cut before it leaves the worker: no language model reads it. */
export const readable = { maxBytes: 1024 * 1024, cellCharacters: mostCellCharacters };

/** Tables that a skill may query, wherever they are stored. */
export interface SqlSource {
  dialect: Dialect;
  tables: TableSummary[];
  /** These with rows of somebody's database, for the built-in reader alone: no prompt tells them. */
  sampled?: TableSummary[];
  /** Number of further tables that may be queried, and are not among those. */
  others: number;
  /** The database's own comments on `table` and `table.column`. */
  comments: Readonly<Record<string, string>>;
  /** Tables that the skill names and that are not there. */
  gone?: readonly string[];
  /** Runs one read-only query over these tables only, within the limits of the skill; `mostRows` in place of its own. */
  query(sql: string, signal: AbortSignal, mostRows?: number): Promise<QueryResult>;
}
