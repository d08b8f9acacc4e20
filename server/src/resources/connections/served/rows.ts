import { ServiceError } from '../../../errors.ts';
import type { JsonValue, QueryResult, TableColumn } from '../../../platform/data/types.ts';

/** Rows as they come from a database; all batches of an answer have the same columns, also an empty one. */
export interface Batch {
  columns: TableColumn[];
  rows: JsonValue[][];
}

export interface StreamLimits {
  timeoutMs: number;
  /** Maximum bytes from the database. */
  maxBytes: number;
  /** Rows that are enough for one batch. */
  batchRows: number;
  signal?: AbortSignal | undefined;
}

/** Returns whether it wants more rows. */
export type TakeBatch = (batch: Batch) => boolean | Promise<boolean>;

/**
 * Runs one query and passes its rows on in batches, the next only when the last is taken; at least one batch, which
 * may be empty.
 */
export type StreamRows = (sql: string, limits: StreamLimits, take: TakeBatch) => Promise<void>;

/** Passes the rows of a page on in batches, so that no more are read than are wanted; returns whether more are. */
export async function takePage<Row>(
  { columns, rows }: { columns: TableColumn[]; rows: readonly Row[] },
  batchRows: number,
  read: (row: Row) => JsonValue[],
  take: TakeBatch,
): Promise<boolean> {
  for (let from = 0; from === 0 || from < rows.length; from += batchRows)
    if (!(await take({ columns, rows: rows.slice(from, from + batchRows).map(read) }))) return false;
  return true;
}

const batchRows = 1000;
/** Maximum bytes from the database for an answer that is held in memory. */
export const mostHeldBytes = 64 * 1024 * 1024;
const mostColumns = 10_000;
const mostNameLetters = 1000;

/** Reads the first rows of a query that the service itself asks. */
export async function readRows(
  stream: StreamRows,
  sql: string,
  { maxRows, timeoutMs, signal }: { maxRows: number; timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<QueryResult> {
  const result: QueryResult = { columns: [], rows: [], truncated: false };
  const limits = { batchRows: Math.min(batchRows, maxRows + 1), timeoutMs, maxBytes: mostHeldBytes, signal };
  await stream(sql, limits, (batch) => {
    result.columns = batch.columns;
    for (const row of batch.rows) result.rows.push(row);
    return result.rows.length <= maxRows;
  });
  if (result.rows.length <= maxRows) return result;
  return { ...result, rows: result.rows.slice(0, maxRows), truncated: true };
}

/** Refuses a header that the service would have to hold in one piece. */
export function requireReadable(columns: readonly TableColumn[]): void {
  if (columns.length > mostColumns)
    throw new ServiceError(
      'query_failed',
      `The result has ${columns.length} columns; at most ${mostColumns} are read.`,
    );
  const long = columns.find(({ name }) => name.length > mostNameLetters);
  if (long)
    throw new ServiceError(
      'query_failed',
      `The result has a column whose name is longer than ${mostNameLetters} letters: "${long.name.slice(0, 50)}…".`,
    );
}

export function requireDistinct(columns: readonly TableColumn[]): void {
  const names = new Set<string>();
  for (const { name } of columns) {
    if (names.has(name))
      throw new ServiceError('query_failed', `The result has two columns "${name}"; rename one of them with AS.`);
    names.add(name);
  }
}
