import type { Kysely } from 'kysely';

const sums = ['ranked', 'ranks', 'ranks_squared', 'looks'];

/** Sums of the ranks of errors, and how often truths of a window came; 0 for what came before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const name of sums)
    await database.schema
      .alterTable('monitor_live')
      .addColumn(name, 'double precision', (column) => column.notNull().defaultTo(0))
      .execute();
}
