import type { Insertable, Selectable } from 'kysely';
import { updateRecord } from '../../platform/db/records.ts';
import type { TablePartTable, TableTable } from '../../platform/db/schema/tables.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';

export type TableRow = Selectable<TableTable>;
export type PartRow = Selectable<TablePartTable>;

export const tables = new ProjectRecords({
  table: 'tables',
  noun: 'table',
  facts: ({ row_count, byte_size }) => ({ row_count, byte_size }),
  taken: 'in this project already; append to it, delete it, or send replace=true',
});

export function insertFirstPart(database: Database, part: Insertable<TablePartTable>) {
  return database.insertInto('table_parts').values(part).execute();
}

/** Adds a part to the table. Returns false when the table changed since it was read. */
export async function insertPart(
  database: Database,
  table: TableRow,
  part: Insertable<TablePartTable>,
  change: Pick<TableRow, 'columns' | 'warnings' | 'row_count' | 'byte_size' | 'updated_at'>,
): Promise<boolean> {
  if (!(await updateRecord(database, 'tables', table, change))) return false;
  await database.insertInto('table_parts').values(part).execute();
  return true;
}

/** Replaces all parts by one. Returns the former parts; undefined when the table changed since it was read. */
export async function replaceParts(
  transaction: Transaction,
  table: TableRow,
  part: Insertable<TablePartTable>,
  change: Pick<TableRow, 'columns' | 'dialect' | 'warnings' | 'row_count' | 'byte_size' | 'updated_at'>,
): Promise<PartRow[] | undefined> {
  if (!(await updateRecord(transaction, 'tables', table, change))) return undefined;
  const parts = await selectParts(transaction, table.id);
  await transaction.deleteFrom('table_parts').where('table_id', '=', table.id).execute();
  await transaction.insertInto('table_parts').values(part).execute();
  return parts;
}

export function selectParts(database: Database, tableId: string): Promise<PartRow[]> {
  return database.selectFrom('table_parts').selectAll().where('table_id', '=', tableId).orderBy('position').execute();
}

/** Selects the names of all tables of a project, the oldest first. */
export function selectTableNames(database: Database, projectId: string) {
  return database
    .selectFrom('tables')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
}

/** Selects what tells the tables of a project apart, without reading it. */
export function selectOutlines(database: Database, projectId: string) {
  return database.selectFrom('tables').select(['id', 'name', 'columns']).where('project_id', '=', projectId).execute();
}

export async function selectTables(database: Database, ids: readonly string[]): Promise<TableRow[]> {
  if (ids.length === 0) return [];
  return database.selectFrom('tables').selectAll().where('id', 'in', ids).orderBy('name').execute();
}

/** Selects the files of all tables of a project. */
export function selectProjectParts(database: Database, projectId: string) {
  return database
    .selectFrom('table_parts')
    .innerJoin('tables', 'tables.id', 'table_parts.table_id')
    .where('tables.project_id', '=', projectId)
    .select('table_parts.blob_key')
    .execute();
}

/** Deletes a table, within a transaction. Returns its parts; a concurrent append is included or fails. */
export async function deleteTableRows(transaction: Transaction, id: string): Promise<PartRow[]> {
  await transaction
    .updateTable('tables')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const parts = await selectParts(transaction, id);
  await transaction.deleteFrom('tables').where('id', '=', id).execute();
  return parts;
}

/** Selects the files of all parts, which a sweep must keep. */
export async function selectPartKeys(database: Database): Promise<Set<string>> {
  const rows = await database.selectFrom('table_parts').select('blob_key').execute();
  return new Set(rows.map((row) => row.blob_key));
}
