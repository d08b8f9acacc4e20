import { type Selectable, sql } from 'kysely';
import { newId } from '../../ids.ts';
import { fetchPage, type Listing, type Page } from '../db/listing.ts';
import { insertRecord } from '../db/records.ts';
import type { ProjectTable } from '../db/schema/projects.ts';
import type { Database } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';
import { holdProject } from './hold-project.ts';

/** The tables of what the trash can hold. */
const heldTables = [
  'tables',
  'models',
  'predictions',
  'knowledge_bases',
  'skills',
  'agents',
  'evaluations',
  'chatbots',
] as const;

export type HeldTable = (typeof heldTables)[number];
/** The tables of what is deleted by name; batches and evaluations only go along. */
export type NamedTable = Exclude<HeldTable, 'predictions' | 'evaluations'>;

/** Rows that go with a record: those of the table whose column has the value. */
export interface Companions {
  table: HeldTable;
  column: 'id' | 'model_id' | 'agent_id';
  value: string;
}

/** A deleted record: a project of its own that holds it and nothing else, or a deleted project. */
export type TrashedRow = Selectable<ProjectTable> & {
  trashed_at: string;
  trashed_kind: string;
  trashed_id: string;
  trashed_name: string;
};

/** The kind of an entry whose deletion for good has begun: it is no entry for anybody any more. */
export const claimed = 'erased';

/** Entries that are listed and looked up at once. */
const maxEntries = 1_000;

interface Deleted {
  kind: string;
  id: string;
  name: string;
  projectId: string;
}

/**
 * Moves a record into a new project that nobody can enter, so that nothing finds it any more and its name is free.
 * Returns false when it was gone before.
 * @throws ServiceError `project_not_found` when its project is being deleted, with which it goes
 */
export async function moveToTrash(
  transaction: Transaction,
  table: HeldTable,
  { kind, id, name, projectId }: Deleted,
  actor: string | null,
  companions: readonly Companions[] = [],
): Promise<boolean> {
  await holdProject(transaction, { id: projectId, name: projectId });
  const now = new Date().toISOString();
  const holder = newId('prj');
  await insertRecord(transaction, 'projects', {
    id: holder,
    name: hiddenName(holder),
    description: null,
    metadata: null,
    created_at: now,
    updated_at: now,
    created_by: actor,
    ...{ trashed_at: now, trashed_by: actor, trashed_kind: kind, trashed_id: id, trashed_name: name },
    trashed_from: projectId,
  });
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set project_id = ${holder}, revision = revision + 1
    where id = ${id} and project_id = ${projectId}`.execute(transaction);
  if (numAffectedRows === 0n) {
    await transaction.deleteFrom('projects').where('id', '=', holder).execute();
    return false;
  }
  for (const { table: other, column, value } of companions)
    await sql`
      update ${sql.table(other)} set project_id = ${holder}
      where ${sql.ref(column)} = ${value} and project_id = ${projectId}`.execute(transaction);
  return true;
}

/** The name of a project in the trash: no name of a user has this sign. */
export function hiddenName(id: string): string {
  return `~${id}`;
}

/**
 * Moves all that an entry holds back into its project, within a transaction; a name that is taken there fails. Returns
 * false when it had left the trash before.
 */
export async function moveBack(transaction: Transaction, { id, trashed_from }: TrashedRow): Promise<boolean> {
  for (const table of heldTables)
    await sql`update ${sql.table(table)} set project_id = ${trashed_from} where project_id = ${id}`.execute(
      transaction,
    );
  const { numDeletedRows } = await transaction
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('trashed_kind', '!=', claimed)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Selects the skills that an entry holds beside what it is named after. */
export function selectSkillsAlong(database: Database, { id, trashed_id }: TrashedRow) {
  return database
    .selectFrom('skills')
    .select(['id', 'name'])
    .where('project_id', '=', id)
    .where('id', '!=', trashed_id)
    .execute();
}

/** Where entries lie: in the trash of a project, or among the deleted projects, of which a caller may reach some. */
export type TrashOf = { project: string } | { among: ReadonlySet<string> | undefined };

function entriesOf(database: Database, of: TrashOf) {
  const entries = database
    .selectFrom('projects')
    .selectAll()
    .where('trashed_at', 'is not', null)
    .where('trashed_kind', '!=', claimed);
  if ('project' in of) return entries.where('trashed_from', '=', of.project);
  const projects = entries.where('trashed_from', 'is', null);
  // Every database refuses an empty list, so an ID that no project has stands for none.
  return of.among === undefined ? projects : projects.where('id', 'in', ['', ...of.among]);
}

/** Selects a page of what was deleted, the newest first and at most 1,000. */
export function fetchTrash(
  database: Database,
  of: TrashOf,
  { limit = maxEntries, after }: Partial<Pick<Listing, 'limit' | 'after'>>,
): Promise<Page<TrashedRow>> {
  const entries = entriesOf(database, of).$castTo<TrashedRow>();
  const newest = { column: 'trashed_at', descending: true, name: undefined, search: undefined } as const;
  return fetchPage(entries, 'projects', { ...newest, limit, after });
}

/** Selects the entry of the record with this ID. */
export async function selectTrashed(database: Database, of: TrashOf, id: string): Promise<TrashedRow | undefined> {
  return (await entriesOf(database, of).where('trashed_id', '=', id).executeTakeFirst()) as TrashedRow | undefined;
}

/** Selects the entries of a name, the newest first and at most 1,000. */
export async function selectTrashedNamed(database: Database, of: TrashOf, name: string): Promise<TrashedRow[]> {
  const newest = entriesOf(database, of).where('trashed_name', '=', name).orderBy('trashed_at', 'desc');
  return (await newest.orderBy('id', 'desc').limit(maxEntries).execute()) as TrashedRow[];
}

/** Selects some of all that was deleted from a project, also what is claimed. */
export function selectDeletedFrom(database: Database, projectId: string) {
  return database.selectFrom('projects').selectAll().where('trashed_from', '=', projectId).limit(100).execute();
}

/** Selects some of what was deleted before a time, or is claimed. */
export function selectErasable(database: Database, time: string) {
  return database
    .selectFrom('projects')
    .selectAll()
    .where('trashed_at', 'is not', null)
    .where((row) => row.or([row('trashed_at', '<', time), row('trashed_kind', '=', claimed)]))
    .orderBy('trashed_at')
    .limit(100)
    .execute();
}

/** SQL condition that the record of this project is not in the trash, nor its project. */
export function isLive(column: string) {
  // Not `in (select …)`: SQLite would list all projects for each record that is looked up.
  return sql<boolean>`exists (select 1 from projects where projects.id = ${sql.ref(column)} and trashed_at is null)`;
}

/** SQL condition that a record counts for a project: it is there, or was deleted from there. */
export function countsFor(column: string, projectId: string) {
  return sql<boolean>`(${sql.ref(column)} = ${projectId}
    or ${sql.ref(column)} in (select id from projects where trashed_from = ${projectId}))`;
}
