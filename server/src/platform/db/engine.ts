import { type Kysely, PostgresAdapter } from 'kysely';

export function isPostgres<Tables>(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
