import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { RecordTable } from './schema/record.ts';
import type { Database, Schema } from './schema.ts';

interface NamedTable extends RecordTable {
  name: string;
}

/** The tables whose rows have an ID, a name and a revision. */
export type RecordTableName = {
  [Table in keyof Schema]: Schema[Table] extends NamedTable ? Table : never;
}[keyof Schema];

/** The fields common to all tables of records. */
type KnownFields = Pick<Selectable<NamedTable>, 'id' | 'name' | 'revision'>;

export type RecordRow<Table extends RecordTableName> = Selectable<Schema[Table]> & KnownFields;
export type NewRecordRow<Table extends RecordTableName> = Insertable<Schema[Table]>;
export type RecordChange<Table extends RecordTableName> = Updateable<Schema[Table]> & { name?: string };

/** Kysely types a statement by its table's name; here one name stands for any table. */
interface AnySchema {
  records: NamedTable & { project_id: string };
}
export const anyTable = 'records';
export type AnyDatabase = Kysely<AnySchema>;

export function openAny(database: Database): AnyDatabase {
  return database as unknown as AnyDatabase;
}

export function insertRecord<Table extends RecordTableName>(
  database: Database,
  table: Table,
  row: NewRecordRow<Table>,
) {
  return openAny(database)
    .insertInto(table as typeof anyTable)
    .values(row as unknown as Insertable<AnySchema['records']>)
    .execute();
}

/** Updates the record if it is still at `revision`; returns whether it was. */
export async function updateRecord<Table extends RecordTableName>(
  database: Database,
  table: Table,
  { id, revision }: { id: string; revision: number },
  change: RecordChange<Table>,
): Promise<boolean> {
  const { numUpdatedRows } = await openAny(database)
    .updateTable(table as typeof anyTable)
    .set({ ...(change as Updateable<AnySchema['records']>), revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a record a name, within a transaction. */
export function renameRecord(database: Database, table: RecordTableName, id: string, name: string) {
  return openAny(database)
    .updateTable(table as typeof anyTable)
    .set({ name })
    .where('id', '=', id)
    .execute();
}

/** Returns false when it was deleted before. */
export async function deleteRecord(database: Database, table: RecordTableName, id: string): Promise<boolean> {
  const { numDeletedRows } = await openAny(database)
    .deleteFrom(table as typeof anyTable)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
