import { ServiceError } from '../../errors.ts';
import type { Listing } from '../../platform/db/listing.ts';
import { listProjects } from '../../resources/projects/service.ts';
import type { SqlContext } from './context.ts';
import { unreadable } from './tokens.ts';

export const everything: Listing = {
  column: 'name',
  descending: false,
  limit: undefined,
  after: undefined,
  name: undefined,
  search: undefined,
};

/** Names that these clients use for the first project and for uploaded tables. */
const names = ['mindsdb', 'files'];

export async function listProjectNames(ctx: SqlContext): Promise<string[]> {
  const { items } = await listProjects(ctx, everything);
  return items.map(({ name }) => name);
}

/** Returns the project that the name stands for; undefined when the caller can reach none. */
export async function findProject(ctx: SqlContext, name: string): Promise<string | undefined> {
  return resolveProject(await listProjectNames(ctx), name, ctx.project);
}

/** `known` are the projects that the caller can reach. */
export function resolveProject(known: readonly string[], name: string, current: string): string | undefined {
  if (known.includes(name)) return name;
  if (name === 'files') return current;
  return names.includes(name) ? homeAmong(known) : undefined;
}

/** Returns the project of a client that names none: `default`, or the only one that its key reaches. */
export function homeAmong(known: readonly string[]): string | undefined {
  if (known.includes('default')) return 'default';
  return known.length === 1 ? known[0] : undefined;
}

/** @throws ServiceError */
export async function addressOf(ctx: SqlContext, path: string[]): Promise<{ project: string; model: string }> {
  const version = path.length > 1 && /^\d+$/.test(path.at(-1)!) ? `.${path.at(-1)}` : '';
  const [name, project = ctx.project, ...rest] = (version ? path.slice(0, -1) : path).toReversed();
  if (rest.length > 0) throw unreadable(`${path.join('.')} is not [project.]model[.version]`);
  return { project: await requireNamed(ctx, project), model: name + version };
}

export async function requireNamed(ctx: SqlContext, name: string): Promise<string> {
  const project = await findProject(ctx, name);
  if (project === undefined) throw new ServiceError('project_not_found', `There is no project ${name}.`);
  return project;
}
