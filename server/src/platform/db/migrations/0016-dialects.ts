import type { Kysely } from 'kysely';

/** Tables of before have neither: how their files were written was not kept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('tables').addColumn('dialect', 'text').execute();
  await database.schema.alterTable('tables').addColumn('warnings', 'text').execute();
}
