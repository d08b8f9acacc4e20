import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteDriver, type SqliteSettings } from './driver.ts';

class ThreadedSqliteAdapter extends SqliteAdapter {
  /** The driver manages turns itself, so that reads need not wait for a transaction. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** A failed migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely over `node:sqlite`: one writer in a thread, one reader on the main thread. */
export class ThreadedSqliteDialect implements Dialect {
  readonly #settings: SqliteSettings;
  #driver: SqliteDriver | undefined;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  createDriver(): Driver {
    this.#driver = new SqliteDriver(this.#settings);
    return this.#driver;
  }

  /** Statements sent to the writer without a result yet. */
  get writesWaiting(): number {
    return this.#driver?.writesWaiting ?? 0;
  }

  createAdapter(): DialectAdapter {
    return new ThreadedSqliteAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database);
  }
}
