import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/db/engine.ts';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { ProjectTable } from '../../platform/db/schema/projects.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';

export type ProjectRow = Selectable<ProjectTable>;

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

/** Waits for whoever makes something in the project, and keeps others from it until the transaction ends. */
export async function lockForDeletion(transaction: Transaction, id: string): Promise<boolean> {
  const query = transaction.selectFrom('projects').select('id').where('id', '=', id);
  return (await (isPostgres(transaction) ? query.forUpdate() : query).executeTakeFirst()) !== undefined;
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
