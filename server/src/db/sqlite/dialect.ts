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
  /** The driver takes turns itself, so that reads need not wait for a transaction. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** A migration that fails leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely over `node:sqlite`: one writer in a thread, one reader on the main thread. */
export class ThreadedSqliteDialect implements Dialect {
  readonly #settings: SqliteSettings;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#settings);
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
