import type { Insertable, Selectable, Updateable } from 'kysely';
import { isPostgres } from '../../platform/db/engine.ts';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { ProjectTable } from '../../platform/db/schema/projects.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';

export type ProjectRow = Selectable<ProjectTable>;

export function insertProject(database: Database, row: Insertable<ProjectTable>) {
  return database.insertInto('projects').values(row).execute();
}

/** All projects, or those of `among`. */
export async function selectProjects(
  database: Database,
  listing: Listing,
  among: ReadonlySet<string> | undefined,
): Promise<Page<ProjectRow>> {
  if (among?.size === 0) return { items: [], next: undefined };
  const query = database
    .selectFrom('projects')
    .selectAll()
    .$if(among !== undefined, (all) => all.where('id', 'in', [...(among ?? [])]));
  return fetchPage(query, 'projects', listing);
}

/** The limits of every project, with its names. */
export function selectEveryLimit(
  database: Database,
): Promise<Pick<ProjectRow, 'id' | 'name' | 'limits' | 'revision'>[]> {
  return database.selectFrom('projects').select(['id', 'name', 'limits', 'revision']).execute();
}

export function selectProject(database: Database, nameOrId: string): Promise<ProjectRow | undefined> {
  return database
    .selectFrom('projects')
    .selectAll()
    .where((row) => row.or([row('name', '=', nameOrId), row('id', '=', nameOrId)]))
    .executeTakeFirst();
}

/** Changes the project only when it is still at `revision`; answers whether it was. */
export async function updateProject(
  database: Database,
  { id, revision }: ProjectRow,
  change: Updateable<ProjectTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('projects')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps the row from being deleted until the transaction ends; answers whether it is there. */
export async function lockAgainstDeletion(transaction: Transaction, id: string): Promise<boolean> {
  const query = transaction.selectFrom('projects').select('id').where('id', '=', id);
  return (await (isPostgres(transaction) ? query.forKeyShare() : query).executeTakeFirst()) !== undefined;
}

/** Waits for whoever makes something in the project, and keeps others from it until the transaction ends. */
export async function lockForDeletion(transaction: Transaction, id: string): Promise<boolean> {
  const query = transaction.selectFrom('projects').select('id').where('id', '=', id);
  return (await (isPostgres(transaction) ? query.forUpdate() : query).executeTakeFirst()) !== undefined;
}

export function deleteProjectRow(database: Database, id: string) {
  return database.deleteFrom('projects').where('id', '=', id).execute();
}

/** What a project may hold, and what its users call it. */
const kinds = {
  tables: 'table',
  models: 'model',
  knowledge_bases: 'knowledge base',
  connections: 'connection',
  skills: 'skill',
  agents: 'agent',
  chatbots: 'chatbot',
} as const;

/** Names of some things that the project holds, each with its kind. */
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
