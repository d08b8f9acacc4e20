import type { Kysely } from 'kysely';

/** Versions that grow on from another one, and the columns of rows whose truth is known. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('model_versions').addColumn('grown_from', 'integer').execute();
  await database.schema.alterTable('monitor_truths').addColumn('codes', 'text').execute();
}
