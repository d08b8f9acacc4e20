import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few SQL phrases that differ between the databases. */
export function isPostgres<Tables>(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
