import type { Kysely } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createTables(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('tables'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('row_count', 'bigint', (column) => column.notNull())
    .addColumn('byte_size', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('tables_name', ['project_id', 'name'])
    .execute();
  await database.schema
    .createIndex('tables_by_creation')
    .on('tables')
    .columns(['project_id', 'created_at', 'id'])
    .execute();
}

async function createTableParts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('table_parts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('table_id', 'text', (column) => column.notNull().references('tables.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('blob_key', 'text', (column) => column.notNull())
    .addColumn('row_count', 'bigint', (column) => column.notNull())
    .addColumn('byte_size', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('table_parts_position', ['table_id', 'position'])
    .execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTables(database);
  await createTableParts(database);
}
