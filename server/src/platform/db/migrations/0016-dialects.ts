import type { Kysely } from 'kysely';

/** Older tables have neither: the format of their files was not stored. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('tables').addColumn('dialect', 'text').execute();
  await database.schema.alterTable('tables').addColumn('warnings', 'text').execute();
}
