import type { Kysely } from 'kysely';

/** Agents whose card is public, and how long language models took to begin, added up by day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('agents').addColumn('published', 'integer').execute();
  for (const name of ['first_token_ms', 'timed_calls'])
    await database.schema
      .alterTable('token_use')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
}
