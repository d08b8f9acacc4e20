import { type Dialect, Kysely } from 'kysely';
import { Tracing } from '../telemetry/tracing.ts';
import { migrateToLatest } from './migrate.ts';
import { createPostgresDialect } from './postgres.ts';
import type { Database, Schema } from './schema.ts';
import { ThreadedSqliteDialect } from './sqlite/dialect.ts';
import type { SqliteSettings } from './sqlite/driver.ts';
import { traceStatements } from './trace-statements.ts';

export type DatabaseSettings = ({ kind: 'sqlite' } & SqliteSettings) | { kind: 'postgres'; url: string };

async function createDialect(settings: DatabaseSettings): Promise<Dialect> {
  return settings.kind === 'sqlite' ? new ThreadedSqliteDialect(settings) : createPostgresDialect(settings.url);
}

const dialects = new WeakMap<Database, Dialect>();

/** Returns how many statements and commits wait for SQLite's writer thread; 0 on PostgreSQL. */
export function writesWaiting(database: Database): number {
  const dialect = dialects.get(database);
  return dialect instanceof ThreadedSqliteDialect ? dialect.writesWaiting : 0;
}

/** Opens and migrates the database. The caller closes it with `destroy()`, which finishes queued statements. */
export async function openDatabase(settings: DatabaseSettings, tracing = new Tracing()): Promise<Database> {
  const dialect = await createDialect(settings);
  const system = settings.kind === 'sqlite' ? 'sqlite' : 'postgresql';
  const database = new Kysely<Schema>({
    dialect,
    ...(tracing.isOn ? { log: traceStatements(tracing, system) } : {}),
  });
  dialects.set(database, dialect);
  try {
    await migrateToLatest(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}
