import { type Kysely, sql } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createKeys(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('api_keys'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('every_project', 'integer', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('former_hash', 'text')
    .addColumn('former_until', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('last_used_at', 'text')
    .addCheckConstraint('api_keys_role', sql`role in ('admin', 'editor', 'viewer', 'predictor')`)
    .addCheckConstraint('api_keys_every_project', sql`every_project in (0, 1)`)
    .execute();
}

async function createKeyProjects(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('api_key_projects')
    .addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('api_key_projects_key', ['key_id', 'project_id'])
    .execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createKeys(database);
  await createKeyProjects(database);
}
