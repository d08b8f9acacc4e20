import { type Kysely, sql } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createSkills(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('skills'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull())
    .addUniqueConstraint('skills_name', ['project_id', 'name'])
    .addCheckConstraint('skills_type', sql`type in ('sql', 'knowledge', 'predict', 'http', 'mcp', 'agent')`)
    .execute();
  await database.schema
    .createIndex('skills_by_creation')
    .on('skills')
    .columns(['project_id', 'created_at', 'id'])
    .execute();
}

async function createConnections(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('connections'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('engine', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('tested_at', 'text')
    .addUniqueConstraint('connections_name', ['project_id', 'name'])
    .addCheckConstraint('connections_status', sql`status in ('untested', 'ok', 'failed')`)
    .execute();
  await database.schema
    .createIndex('connections_by_creation')
    .on('connections')
    .columns(['project_id', 'created_at', 'id'])
    .execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createSkills(database);
  await createConnections(database);
}
