import type { Kysely } from 'kysely';

/** What the figures of truths need beside sums, and the predicted class of each; null for what came before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('monitor_live').addColumn('tally', 'text').execute();
  await database.schema.alterTable('monitor_truths').addColumn('answered', 'text').execute();
}
