import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { StatementResult } from './messages.ts';
import { Statements } from './statements.ts';
import { Turn } from './turn.ts';
import { Writer } from './writer.ts';

export interface SqliteSettings {
  /** File of the database; its directory exists. */
  path: string;
  /** Milliseconds to wait for another process's lock, and for one's turn to write. Default 5,000. */
  timeout?: number;
}

const defaultTimeout = 5000;

interface Parts {
  reader: DatabaseSync;
  statements: Statements;
  writer: Writer;
  turn: Turn;
}

/** Reads outside transactions run here at once (microseconds); everything else runs in the writer thread, in turn. */
export class SqliteDriver implements Driver {
  readonly #settings: SqliteSettings;
  #parts: Parts | undefined;
  #inUse = 0;
  #becameIdle: (() => void) | undefined;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  async init(): Promise<void> {
    const { path, timeout = defaultTimeout } = this.#settings;
    const writer = await Writer.open({ path, busyTimeout: timeout });
    const reader = new DatabaseSync(path, { readOnly: true, timeout });
    this.#parts = { reader, statements: new Statements(reader), writer, turn: new Turn(timeout) };
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#parts) throw new Error('the database is not open');
    this.#inUse++;
    return new SqliteConnection(this.#parts);
  }

  beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings.accessMode === 'read only');
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.rollback();
  }

  async savepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(savepointQuery('savepoint', name));
  }

  rollbackToSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    return connection.rollbackTo(savepointQuery('rollback to', name));
  }

  async releaseSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(savepointQuery('release', name));
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    try {
      await connection.rollback();
    } finally {
      this.#inUse--;
      if (this.#inUse === 0) this.#becameIdle?.();
    }
  }

  async destroy(): Promise<void> {
    const parts = this.#parts;
    if (!parts) return;
    await this.#waitUntilIdle();
    parts.reader.close();
    await parts.writer.close();
  }

  /** Within the timeout: a transaction that never ends is rolled back by closing. */
  async #waitUntilIdle(): Promise<void> {
    if (this.#inUse === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#becameIdle = resolve;
    const timer = setTimeout(resolve, this.#settings.timeout ?? defaultTimeout);
    await promise;
    clearTimeout(timer);
  }
}

function savepointQuery(command: string, name: string): CompiledQuery {
  return CompiledQuery.raw(`${command} "${name.replaceAll('"', '""')}"`);
}

type TransactionState = 'none' | 'open' | 'failed';

class SqliteConnection implements DatabaseConnection {
  readonly #parts: Parts;
  #state: TransactionState = 'none';
  /** Settles when the transaction's `begin` was answered: its first statement is sent right behind, not after. */
  #begun: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes, insertId } = await this.#run(query);
    return {
      rows: rows as Row[], // Kysely's contract: the caller's schema type says what the columns hold
      numAffectedRows: changes === undefined ? undefined : BigInt(changes),
      insertId: insertId === undefined ? undefined : BigInt(insertId),
    };
  }

  /** Not offered on any engine here: lists are paged by key. */
  // biome-ignore lint/correctness/useYield: the contract demands a generator
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not offered: page by key');
  }

  async begin(readOnly: boolean): Promise<void> {
    await this.#parts.turn.take();
    this.#state = 'open';
    // Taking the write lock at once: a transaction that reads first could not get it later without starting again.
    this.#begun = this.#parts.writer.send('begin', readOnly ? 'begin' : 'begin immediate');
    this.#begun.catch(() => {}); // whoever sends next is told
  }

  async commit(): Promise<void> {
    if (this.#state === 'failed') throw new Error('the transaction had a failed statement and was rolled back');
    const committed = this.#parts.writer.send('commit', 'commit');
    this.#end(); // the next may be sent while this one is synced
    await Promise.all([this.#begun, committed]);
  }

  async rollback(): Promise<void> {
    if (this.#state === 'none') return;
    await this.#parts.writer.send('rollback').finally(() => this.#end());
  }

  async rollbackTo(savepoint: CompiledQuery): Promise<void> {
    await this.#parts.writer.send('inside', savepoint.sql);
    this.#state = 'open';
  }

  async #run(query: CompiledQuery): Promise<StatementResult> {
    const parameters = query.parameters as readonly SQLInputValue[]; // a value of another kind is refused by SQLite
    if (this.#state !== 'none') return this.#runInside(query.sql, parameters);
    if (query.query.kind === 'SelectQueryNode') return this.#parts.statements.run(query.sql, parameters);
    await this.#parts.turn.take();
    try {
      return this.#parts.writer.send('single', query.sql, parameters); // not awaited: those behind may share its fsync
    } finally {
      this.#parts.turn.release();
    }
  }

  /** As on PostgreSQL, a failed statement spoils its transaction, so that no code relies on going on after one. */
  async #runInside(sql: string, parameters: readonly SQLInputValue[]): Promise<StatementResult> {
    if (this.#state === 'failed') throw new Error('an earlier statement of this transaction failed');
    try {
      const [, result] = await Promise.all([this.#begun, this.#parts.writer.send('inside', sql, parameters)]);
      return result;
    } catch (error) {
      this.#state = 'failed';
      throw error;
    }
  }

  #end(): void {
    this.#state = 'none';
    this.#parts.turn.release();
  }
}
