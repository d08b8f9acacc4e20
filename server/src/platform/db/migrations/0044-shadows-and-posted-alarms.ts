import type { Kysely } from 'kysely';

/**
 * What a challenger would have answered beside each truth, the sums of errors with their sign, and up to which event a
 * chatbot has posted alarms.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('monitor_truths').addColumn('shadow', 'text').execute();
  await database.schema.alterTable('monitor_live').addColumn('signed', 'double precision').execute();
  await database.schema.alterTable('chatbots').addColumn('alarms_position', 'bigint').execute();
}
