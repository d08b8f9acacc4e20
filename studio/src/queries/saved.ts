import type { Project } from '@sibyl/sdk';
import { sibyl } from '../shared/client.ts';

/** A query with the chart that is drawn of it: what the address of its page holds. */
export interface SavedQuery {
  name: string;
  search: Record<string, string>;
}

/** Where the notes of a project hold them. */
const place = 'saved_queries';

/** Returns the queries that the project keeps; what others wrote there in another form is passed over. */
export function savedIn({ metadata }: Pick<Project, 'metadata'>): SavedQuery[] {
  const kept = metadata[place];
  return Array.isArray(kept) ? kept.filter(isSaved) : [];
}

function isSaved(one: unknown): one is SavedQuery {
  const { name, search } = (one ?? {}) as Partial<SavedQuery>;
  return typeof name === 'string' && typeof search?.sql === 'string';
}

/** Keeps a query under its name, in the place of one of the same name. */
export function saveQuery(project: string, query: SavedQuery): Promise<Project> {
  return change(project, (all) => [...all.filter(({ name }) => name !== query.name), query]);
}

export function forgetQuery(project: string, name: string): Promise<Project> {
  return change(project, (all) => all.filter((one) => one.name !== name));
}

/** Reads the notes just before it writes them: somebody else may have saved another one. */
async function change(project: string, work: (all: SavedQuery[]) => SavedQuery[]): Promise<Project> {
  const handle = sibyl.project(project);
  const record = await handle.get();
  const queries = work(savedIn(record)).toSorted((a, b) => a.name.localeCompare(b.name));
  return handle.update({ metadata: { ...record.metadata, [place]: queries } });
}
