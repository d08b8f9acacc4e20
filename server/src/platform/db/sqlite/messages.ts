/** Messages between the main thread and the writer thread of a SQLite database. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SentError } from '../../workers/envelope.ts';

export interface StatementResult {
  rows: Record<string, SQLOutputValue>[];
  /** Number of changed rows; undefined for statements that return rows. */
  changes?: number;
  insertId?: number;
}

/**
 * How a request relates to transactions: `single` commits by itself, with `following` (waiting ones share one fsync),
 * `step` does so too, but is synced with a later one, as is what `begin unsynced` began; `inside` belongs to the open
 * transaction, `restore` rolls it back to a savepoint, the others begin and end it; `close` ends the thread.
 */
export type RequestMode =
  | 'single'
  | 'step'
  | 'begin'
  | 'begin unsynced'
  | 'inside'
  | 'restore'
  | 'commit'
  | 'rollback'
  | 'close';

export interface Statement {
  sql: string;
  parameters: readonly SQLInputValue[];
}

export interface WriterRequest extends Statement {
  id: number;
  mode: RequestMode;
  /** Statements that are committed together with a `single` or `step`, or not at all. */
  following: readonly Statement[];
}

export type WriterAnswer =
  | { id: number; result: StatementResult; failure?: undefined }
  | { id: number; failure: SentError };

/** `workerData` of the writer thread. */
export interface WriterSettings {
  path: string;
  /** Milliseconds that a statement waits for another process's lock. */
  busyTimeout: number;
}
