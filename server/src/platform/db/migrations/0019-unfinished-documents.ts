import type { Kysely } from 'kysely';

/** Documents that are being written or deleted in steps, which readers do not see. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('knowledge_unfinished')
    .addColumn('document_id', 'text', (column) =>
      column.primaryKey().references('knowledge_documents.id').onDelete('cascade'),
    )
    .execute();
}
