import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('api_keys').addColumn('requests_per_second', 'integer').execute();
  await database.schema.alterTable('jobs').addColumn('lane', 'text').execute();
  await database.schema.alterTable('skills').addColumn('made_for', 'text').execute();
  await database.schema.createIndex('skills_by_maker').on('skills').column('made_for').execute();
  await database.schema.createIndex('conversations_by_age').on('conversations').column('updated_at').execute();
  await database.schema.createIndex('chatbot_messages_by_age').on('chatbot_messages').column('created_at').execute();
}
