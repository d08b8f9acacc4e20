import { type Dialect, Kysely } from 'kysely';
import { migrateToLatest } from './migrate.ts';
import { createPostgresDialect } from './postgres.ts';
import type { Database, Schema } from './schema.ts';
import { ThreadedSqliteDialect } from './sqlite/dialect.ts';
import type { SqliteSettings } from './sqlite/driver.ts';

export type DatabaseSettings = ({ kind: 'sqlite' } & SqliteSettings) | { kind: 'postgres'; url: string };

async function createDialect(settings: DatabaseSettings): Promise<Dialect> {
  return settings.kind === 'sqlite' ? new ThreadedSqliteDialect(settings) : createPostgresDialect(settings.url);
}

/** Opens the database and migrates it. The caller ends it by `destroy()`, which finishes what is queued. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = new Kysely<Schema>({ dialect: await createDialect(settings) });
  try {
    await migrateToLatest(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}
