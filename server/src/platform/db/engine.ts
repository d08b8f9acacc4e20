import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few words of SQL that only one engine understands. */
export function isPostgres<Tables>(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
