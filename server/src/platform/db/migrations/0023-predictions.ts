import { type Kysely, sql } from 'kysely';

/** Batch predictions: request, progress and result. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('predictions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('model_id', 'text', (column) => column.notNull().references('models.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull())
    .addColumn('into_table', 'text')
    .addColumn('replaces', 'integer', (column) => column.notNull())
    .addColumn('phase', 'text')
    .addColumn('rows_done', 'bigint', (column) => column.notNull())
    .addColumn('row_count', 'bigint')
    .addColumn('byte_size', 'bigint')
    .addColumn('blob_key', 'text')
    .addColumn('error', 'text')
    .addColumn('job_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addCheckConstraint('predictions_status', sql`status in ('queued', 'running', 'complete', 'failed')`)
    .execute();
  await database.schema.createIndex('predictions_of_model').on('predictions').columns(['model_id', 'id']).execute();
}
