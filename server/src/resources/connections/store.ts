import type { Insertable, Selectable, Updateable } from 'kysely';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { ConnectionTable } from '../../platform/db/schema/connections.ts';
import type { Database } from '../../platform/db/schema.ts';

export type ConnectionRow = Selectable<ConnectionTable>;

export function insertConnection(database: Database, row: Insertable<ConnectionTable>) {
  return database.insertInto('connections').values(row).execute();
}

export async function selectConnectionIds(database: Database, projectId: string): Promise<string[]> {
  const rows = await database.selectFrom('connections').select('id').where('project_id', '=', projectId).execute();
  return rows.map(({ id }) => id);
}

export function selectConnections(
  database: Database,
  projectId: string,
  listing: Listing,
): Promise<Page<ConnectionRow>> {
  const query = database.selectFrom('connections').selectAll().where('project_id', '=', projectId);
  return fetchPage(query, 'connections', listing);
}

export function selectConnection(
  database: Database,
  projectId: string,
  nameOrId: string,
): Promise<ConnectionRow | undefined> {
  return database
    .selectFrom('connections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where((row) => row.or([row('name', '=', nameOrId), row('id', '=', nameOrId)]))
    .executeTakeFirst();
}

/** Changes the connection only when it is still at `revision`; answers whether it was. */
export async function updateConnection(
  database: Database,
  { id, revision }: ConnectionRow,
  change: Updateable<ConnectionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('connections')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deleteConnectionRow(database: Database, id: string) {
  return database.deleteFrom('connections').where('id', '=', id).execute();
}
