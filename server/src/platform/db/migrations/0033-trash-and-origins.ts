import type { Kysely } from 'kysely';

/**
 * A deleted record lies in a project of its own that nobody can enter; a deleted project is such a project itself.
 * Chatbots note whose pages were refused.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ['trashed_at', 'trashed_by', 'trashed_kind', 'trashed_id', 'trashed_name'])
    await database.schema.alterTable('projects').addColumn(column, 'text').execute();
  await database.schema
    .alterTable('projects')
    .addColumn('trashed_from', 'text', (column) => column.references('projects.id').onDelete('cascade'))
    .execute();
  await database.schema.createIndex('projects_by_origin').on('projects').column('trashed_from').execute();
  await database.schema.alterTable('chatbots').addColumn('refused_origins', 'text').execute();
}
