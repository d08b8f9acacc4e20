import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('model_versions').addColumn('warnings', 'text').execute();
}
