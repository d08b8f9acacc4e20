import { type Dialect, Kysely } from 'kysely';
import { Tracing } from '../telemetry/tracing.ts';
import { migrateToLatest } from './migrate.ts';
import { createPostgresDialect, type PostgresConnections } from './postgres.ts';
import type { Database, Schema } from './schema.ts';
import { ThreadedSqliteDialect } from './sqlite/dialect.ts';
import type { SqliteSettings } from './sqlite/driver.ts';
import { traceStatements } from './trace-statements.ts';

export type DatabaseSettings = ({ kind: 'sqlite' } & SqliteSettings) | { kind: 'postgres'; url: string };

const dialects = new WeakMap<Database, Dialect>();
const connections = new WeakMap<Database, Pick<PostgresConnections, 'breakOff'>>();

/** Returns how many statements and commits wait for SQLite's writer thread; 0 on PostgreSQL. */
export function writesWaiting(database: Database): number {
  const dialect = dialects.get(database);
  return dialect instanceof ThreadedSqliteDialect ? dialect.writesWaiting : 0;
}

/** Breaks off all connections with what they wait for; PostgreSQL only. The next statement connects again. */
export function breakConnections(database: Database): void {
  connections.get(database)?.breakOff();
}

/** Opens and migrates the database. The caller closes it with `destroy()`, which finishes queued statements. */
export async function openDatabase(
  settings: DatabaseSettings,
  tracing = new Tracing(),
  migrate = migrateToLatest,
): Promise<Database> {
  const postgres = settings.kind === 'postgres' ? await createPostgresDialect(settings.url) : undefined;
  const dialect = postgres?.dialect ?? new ThreadedSqliteDialect(settings as SqliteSettings);
  const system = settings.kind === 'sqlite' ? 'sqlite' : 'postgresql';
  const database = new Kysely<Schema>({
    dialect,
    ...(tracing.isOn ? { log: traceStatements(tracing, system) } : {}),
  });
  dialects.set(database, dialect);
  if (postgres) connections.set(database, postgres);
  try {
    await migrate(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}
