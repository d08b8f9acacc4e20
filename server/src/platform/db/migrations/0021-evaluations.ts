import { type Kysely, sql } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createEvaluations(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('evaluations'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('agent_id', 'text', (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('questions', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('job_id', 'text')
    .addUniqueConstraint('evaluations_name', ['project_id', 'name'])
    .addCheckConstraint('evaluations_status', sql`status in ('queued', 'running', 'complete', 'failed')`)
    .execute();
  await database.schema
    .createIndex('evaluations_by_creation')
    .on('evaluations')
    .columns(['agent_id', 'created_at', 'id'])
    .execute();
  await database.schema
    .createTable('evaluation_results')
    .addColumn('evaluation_id', 'text', (column) => column.notNull().references('evaluations.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('evaluation_results_key', ['evaluation_id', 'position'])
    .execute();
}

async function createFeedback(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('message_feedback')
    .addColumn('message_id', 'text', (column) => column.primaryKey().references('messages.id').onDelete('cascade'))
    .addColumn('rating', 'text', (column) => column.notNull())
    .addColumn('comment', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addCheckConstraint('message_feedback_rating', sql`rating in ('up', 'down')`)
    .execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createEvaluations(database);
  await createFeedback(database);
}
