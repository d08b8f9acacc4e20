import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/db/engine.ts';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import { runPrepared } from '../../platform/db/prepared.ts';
import type { ProjectTable } from '../../platform/db/schema/projects.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { claimed, hiddenName } from '../../platform/records/trash.ts';

export type ProjectRow = Selectable<ProjectTable>;

/** Of a project that is not in the trash. */
export const notTrashed = {
  trashed_at: null,
  trashed_by: null,
  trashed_kind: null,
  trashed_id: null,
  trashed_name: null,
  trashed_from: null,
};

/** Selects all projects, or those of `among`. */
export async function selectProjects(
  database: Database,
  listing: Listing,
  among: ReadonlySet<string> | undefined,
): Promise<Page<ProjectRow>> {
  if (among?.size === 0) return { items: [], next: undefined };
  const query = database
    .selectFrom('projects')
    .selectAll()
    .where('trashed_at', 'is', null)
    .$if(among !== undefined, (all) => all.where('id', 'in', [...(among ?? [])]));
  return fetchPage(query, 'projects', listing);
}

/** Selects the limits of all projects with their names. */
export function selectEveryLimit(
  database: Database,
): Promise<Pick<ProjectRow, 'id' | 'name' | 'limits' | 'revision'>[]> {
  return database
    .selectFrom('projects')
    .select(['id', 'name', 'limits', 'revision'])
    .where('trashed_at', 'is', null)
    .execute();
}

export async function selectProject(database: Database, nameOrId: string): Promise<ProjectRow | undefined> {
  const [found] = await runPrepared(database, 'project', [nameOrId], ([asked]) =>
    database
      .selectFrom('projects')
      .selectAll()
      .where('trashed_at', 'is', null)
      .where((row) => row.or([row('name', '=', asked), row('id', '=', asked)])),
  );
  return found;
}

/**
 * Waits for concurrent creations in the project, and blocks new ones until the transaction ends. Returns false when it
 * is gone, or has gone into the trash, left it or been claimed since the row was read.
 */
export async function lockForDeletion(
  transaction: Transaction,
  { id, trashed_at, trashed_kind }: ProjectRow,
): Promise<boolean> {
  const query = transaction
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .where('trashed_at', trashed_at === null ? 'is' : '=', trashed_at)
    .where('trashed_kind', trashed_kind === null ? 'is' : '=', trashed_kind);
  return (await (isPostgres(transaction) ? query.forUpdate() : query).executeTakeFirst()) !== undefined;
}

/**
 * Claims a locked project or entry of the trash for its end, within a transaction: nobody finds or restores it any
 * more, and who empties the trash goes on with it after a crash. Returns the row as it stands then.
 */
export async function claimForErasure(transaction: Transaction, row: ProjectRow): Promise<ProjectRow> {
  const change = {
    name: hiddenName(row.id),
    trashed_at: row.trashed_at ?? new Date().toISOString(),
    trashed_kind: claimed,
    revision: row.revision + 1,
  };
  await transaction.updateTable('projects').set(change).where('id', '=', row.id).execute();
  return { ...row, ...change };
}

/** Puts a locked project into the trash, within a transaction: its name is free, and nobody can enter it. */
export async function hideProject(transaction: Transaction, { id, name }: ProjectRow, actor: string): Promise<void> {
  const trashed_at = new Date().toISOString();
  const change = { trashed_at, trashed_by: actor, trashed_kind: 'project', trashed_id: id, trashed_name: name };
  await transaction
    .updateTable('projects')
    .set((row) => ({ ...change, name: hiddenName(id), revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .execute();
}

/** Takes a project out of the trash, within a transaction. Returns false when it has left the trash before. */
export async function showProject(transaction: Transaction, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('projects')
    .set((row) => ({ ...notTrashed, name, revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .where('trashed_kind', '=', 'project')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The kinds of records in a project, and their names for users. */
const kinds = {
  tables: 'table',
  models: 'model',
  knowledge_bases: 'knowledge base',
  connections: 'connection',
  skills: 'skill',
  agents: 'agent',
  chatbots: 'chatbot',
} as const;

/** Selects the names of some records of the project, each with its kind. */
export async function selectContents(database: Database, projectId: string): Promise<string[]> {
  const named = Object.entries(kinds).map(async ([table, kind]) => {
    const holder = table as keyof typeof kinds;
    const rows = await database
      .selectFrom(holder)
      .select('name')
      .where('project_id', '=', projectId)
      .limit(3)
      .execute();
    return rows.map(({ name }) => `${kind} ${name}`);
  });
  return (await Promise.all(named)).flat();
}
