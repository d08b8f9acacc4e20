import type { Insertable, Selectable } from 'kysely';
import type { AuditEntryTable } from '../../platform/db/schema/audit.ts';
import type { Database } from '../../platform/db/schema.ts';

export type EntryRow = Selectable<AuditEntryTable>;

/** Inserts an entry, or updates its outcome. */
export function putEntry(database: Database, row: Insertable<AuditEntryTable>) {
  const { actor, role, subject, outcome, status, code } = row; // who signs out is known by the cookies alone
  return database
    .insertInto('audit_entries')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ actor, role, subject, outcome, status, code }))
    .execute();
}

export interface EntrySelection {
  actor?: string;
  action?: string;
  outcome?: EntryRow['outcome'];
  projectId?: string;
  since?: string;
  until?: string;
  /** Only entries before this ID: the newest come first. */
  before?: string;
  limit: number;
}

export function selectEntries(database: Database, selection: EntrySelection): Promise<EntryRow[]> {
  const { actor, action, outcome, projectId, since, until, before, limit } = selection;
  let query = database.selectFrom('audit_entries').selectAll();
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (action !== undefined) query = query.where('action', '=', action);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (projectId !== undefined) query = query.where('project_id', '=', projectId);
  if (since !== undefined) query = query.where('time', '>=', since);
  if (until !== undefined) query = query.where('time', '<', until);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Deletes at most `limit` entries from before `time` and returns their number. */
export async function deleteEntriesBefore(database: Database, time: string, limit: number): Promise<number> {
  const old = database.selectFrom('audit_entries').select('id').where('time', '<', time).orderBy('time').limit(limit);
  const { numDeletedRows } = await database.deleteFrom('audit_entries').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
