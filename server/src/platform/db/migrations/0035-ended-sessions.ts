import type { Kysely } from 'kysely';

/** Sessions that were signed out, by the hash of their token, until they would have expired. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('ended_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}
