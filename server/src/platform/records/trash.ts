import { type Selectable, sql } from 'kysely';
import { newId } from '../../ids.ts';
import { insertRecord } from '../db/records.ts';
import type { ProjectTable } from '../db/schema/projects.ts';
import type { Database } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';

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

interface Deleted {
  kind: string;
  id: string;
  name: string;
  projectId: string;
}

/**
 * Moves a record into a new project that nobody can enter, so that nothing finds it any more and its name is free.
 * Returns false when it was gone before.
 */
export async function moveToTrash(
  transaction: Transaction,
  table: HeldTable,
  { kind, id, name, projectId }: Deleted,
  actor: string | null,
  companions: readonly Companions[] = [],
): Promise<boolean> {
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
  const { numDeletedRows } = await transaction.deleteFrom('projects').where('id', '=', id).executeTakeFirst();
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

/** Selects what was deleted from a project, the newest first; of null, the deleted projects. */
export async function selectTrash(database: Database, projectId: string | null): Promise<TrashedRow[]> {
  const rows = await database
    .selectFrom('projects')
    .selectAll()
    .where('trashed_at', 'is not', null)
    .$if(projectId === null, (query) => query.where('trashed_from', 'is', null))
    .$if(projectId !== null, (query) => query.where('trashed_from', '=', projectId))
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows as TrashedRow[];
}

/** Selects everything that was deleted before a time. */
export async function selectTrashedBefore(database: Database, time: string): Promise<TrashedRow[]> {
  const rows = await database
    .selectFrom('projects')
    .selectAll()
    .where('trashed_at', '<', time)
    .orderBy('trashed_at')
    .limit(100)
    .execute();
  return rows as TrashedRow[];
}

/** SQL condition that the record of this project is not in the trash, nor its project. */
export function isLive(column: string) {
  return sql<boolean>`${sql.ref(column)} in (select id from projects where trashed_at is null)`;
}

/** SQL condition that a record counts for a project: it is there, or was deleted from there. */
export function countsFor(column: string, projectId: string) {
  return sql<boolean>`(${sql.ref(column)} = ${projectId}
    or ${sql.ref(column)} in (select id from projects where trashed_from = ${projectId}))`;
}
