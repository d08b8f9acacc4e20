import type { Kysely } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('projects'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('metadata', 'text')
    .execute();
  await database.schema.createIndex('projects_by_creation').on('projects').columns(['created_at', 'id']).execute();
}
