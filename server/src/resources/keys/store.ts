import { type Insertable, type Selectable, sql } from 'kysely';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { ApiKeyTable } from '../../platform/db/schema/api-keys.ts';
import type { Database } from '../../platform/db/schema.ts';

export type KeyRow = Selectable<ApiKeyTable>;

/** A project that a key is limited to. */
export interface Limit {
  key_id: string;
  project_id: string;
  project_name: string;
}

/** Inserts a key and the projects that it is limited to; none for a key that reaches all. */
export async function insertKey(database: Database, row: Insertable<ApiKeyTable>, projectIds: string[]): Promise<void> {
  await database.insertInto('api_keys').values(row).execute();
  await insertLimits(database, row.id, projectIds);
}

async function insertLimits(database: Database, keyId: string, projectIds: string[]): Promise<void> {
  const limits = [...new Set(projectIds)].map((project_id) => ({ key_id: keyId, project_id }));
  if (limits.length > 0) await database.insertInto('api_key_projects').values(limits).execute();
}

export function selectKeys(database: Database, listing: Listing): Promise<Page<KeyRow>> {
  return fetchPage(database.selectFrom('api_keys').selectAll(), 'api_keys', listing);
}

export function selectEveryKey(database: Database): Promise<KeyRow[]> {
  return database.selectFrom('api_keys').selectAll().execute();
}

export function selectKey(database: Database, nameOrId: string): Promise<KeyRow | undefined> {
  return database
    .selectFrom('api_keys')
    .selectAll()
    .where((row) => row.or([row('name', '=', nameOrId), row('id', '=', nameOrId)]))
    .executeTakeFirst();
}

/** Selects the limits of one key, or of all, by the names of the projects. */
export function selectLimits(database: Database, keyId?: string): Promise<Limit[]> {
  return database
    .selectFrom('api_key_projects')
    .innerJoin('projects', 'projects.id', 'api_key_projects.project_id')
    .select(['key_id', 'project_id'])
    .select(sql<string>`coalesce(projects.trashed_name, projects.name)`.as('project_name'))
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
    .orderBy('projects.name')
    .execute();
}

export async function replaceLimits(database: Database, keyId: string, projectIds: string[]): Promise<void> {
  await database.deleteFrom('api_key_projects').where('key_id', '=', keyId).execute();
  await insertLimits(database, keyId, projectIds);
}

/** Records the last use; the revision of the record stays. */
export function noteKeyUse(database: Database, id: string, usedAt: string) {
  return database.updateTable('api_keys').set({ last_used_at: usedAt }).where('id', '=', id).execute();
}

/** Returns whether an unexpired admin key for all projects exists, which can create others. */
export async function hasAdminKey(database: Database, now: string): Promise<boolean> {
  const row = await database
    .selectFrom('api_keys')
    .select('id')
    .where('role', '=', 'admin')
    .where('every_project', '=', 1)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
