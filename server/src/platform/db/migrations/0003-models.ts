import { type Kysely, sql } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createModels(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('models'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('active_version', 'integer')
    .addColumn('latest_version', 'integer', (column) => column.notNull())
    .addUniqueConstraint('models_name', ['project_id', 'name'])
    .execute();
  await database.schema
    .createIndex('models_by_creation')
    .on('models')
    .columns(['project_id', 'created_at', 'id'])
    .execute();
}

async function createModelVersions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('model_versions')
    .addColumn('model_id', 'text', (column) => column.notNull().references('models.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('task', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('progress', 'text')
    .addColumn('accuracy', 'double precision')
    .addColumn('accuracies', 'text')
    .addColumn('inputs', 'text')
    .addColumn('row_count', 'bigint')
    .addColumn('training_seconds', 'double precision')
    .addColumn('error', 'text')
    .addColumn('blob_key', 'text')
    .addColumn('description', 'text')
    .addColumn('snapshot_key', 'text')
    .addColumn('job_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addPrimaryKeyConstraint('model_versions_key', ['model_id', 'version'])
    .addCheckConstraint(
      'model_versions_status',
      sql`status in ('queued', 'training', 'complete', 'failed', 'cancelled')`,
    )
    .execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createModels(database);
  await createModelVersions(database);
}
