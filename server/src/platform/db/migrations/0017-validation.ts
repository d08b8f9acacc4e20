import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ['baseline', 'standard_errors', 'validation'])
    await database.schema.alterTable('model_versions').addColumn(column, 'text').execute();
}
