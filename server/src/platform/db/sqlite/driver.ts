import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, type Driver, type TransactionSettings } from 'kysely';
import { refuseSecondConnection } from '../open-transaction.ts';
import { type OpenSqlite, SqliteConnection } from './connection.ts';
import { Statements } from './statements.ts';
import { Turn } from './turn.ts';
import { Writer } from './writer.ts';

export interface SqliteSettings {
  /** File of the database; its directory exists. */
  path: string;
  /** Milliseconds to wait for another process's lock, default 5,000, and for the turn to write, default 30,000. */
  timeout?: number;
}

const defaultTimeout = 5000;
/** A transaction with the largest document takes some seconds, more on a busy machine. */
const defaultPatience = 30_000;

/** Reads outside transactions run here at once (microseconds); everything else runs in the writer thread, in turn. */
export class SqliteDriver implements Driver {
  readonly #settings: SqliteSettings;
  #parts: OpenSqlite | undefined;
  #inUse = 0;
  #becameIdle: (() => void) | undefined;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  async init(): Promise<void> {
    const { path, timeout = defaultTimeout, timeout: patience = defaultPatience } = this.#settings;
    const writer = await Writer.open({ path, busyTimeout: timeout });
    const reader = new DatabaseSync(path, { readOnly: true, timeout });
    this.#parts = { reader, statements: new Statements(reader), writer, turn: new Turn(patience) };
  }

  get writesWaiting(): number {
    return this.#parts?.writer.waiting ?? 0;
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#parts) throw new Error('the database is not open');
    refuseSecondConnection();
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

  savepoint(connection: SqliteConnection, name: string): Promise<void> {
    return connection.save(savepointQuery('savepoint', name));
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

  /** Waits up to the timeout; a transaction that never ends is rolled back by closing. */
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
