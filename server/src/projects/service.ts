import type { Context } from '../context.ts';
import { decodeJson, encodeJson, type Json } from '../db/json.ts';
import type { Listing, Page } from '../db/listing.ts';
import { type Transaction, transact } from '../db/transact.ts';
import { isUniqueViolation } from '../db/violations.ts';
import { invalidField, ServiceError } from '../errors.ts';
import { newId } from '../ids.ts';
import { type ProjectLimits, requireWithinService } from './limits.ts';
import type { ProjectChange, ProjectCreation, ProjectRecord } from './schemas.ts';
import {
  insertProject,
  lockAgainstDeletion,
  type ProjectRow,
  selectProject,
  selectProjects,
  updateProject,
} from './store.ts';

const maxMetadataBytes = 16 * 1024;

export async function createProject(ctx: Context, input: ProjectCreation): Promise<ProjectRecord> {
  const now = new Date().toISOString();
  const row: ProjectRow = {
    id: newId('prj'),
    name: input.name,
    description: input.description ?? '',
    metadata: encodeMetadata(input.metadata ?? {}),
    limits: encodeLimits(ctx, input.limits),
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  await transact(ctx.database, async (transaction) => {
    await insertProject(transaction, row);
    tellOfProject(ctx, transaction, 'created', row);
  }).catch((error) => refuseTakenName(error, input.name));
  ctx.limits.keep(row);
  return recordOf(row);
}

export async function listProjects(ctx: Context, listing: Listing): Promise<Page<ProjectRecord>> {
  const { items, next } = await selectProjects(ctx.database, listing, ctx.projects);
  return { items: items.map(recordOf), next };
}

export async function getProject(ctx: Context, nameOrId: string): Promise<ProjectRecord> {
  return recordOf(await requireProject(ctx, nameOrId));
}

/**
 * The project's row, or `project_not_found`: the first step of every verb inside a project. One that the caller may not
 * know of is answered like one that is not there.
 */
export async function requireProject(
  ctx: Pick<Context, 'database' | 'projects'>,
  nameOrId: string,
): Promise<ProjectRow> {
  const row = await selectProject(ctx.database, nameOrId);
  if (!row || !mayReach(ctx, row.id)) throw new ServiceError('project_not_found', `There is no project ${nameOrId}.`);
  return row;
}

/**
 * The first step of every transaction that makes something in a project: it is not deleted before that commits, so what
 * is made in it is deleted with it.
 * @throws ServiceError `project_not_found` when it was deleted since it was found
 */
export async function holdProject(transaction: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  if (!(await lockAgainstDeletion(transaction, id)))
    throw new ServiceError('project_not_found', `Project ${name} was deleted at the same moment.`);
}

/** IDs of those of the projects that are there. */
export async function findProjectIds(database: Context['database'], namesOrIds: string[]): Promise<string[]> {
  const rows = await Promise.all(namesOrIds.map((project) => selectProject(database, project)));
  return rows.flatMap((row) => row?.id ?? []);
}

/** Whether the caller may know of the project: a key limited to others may not. */
export function mayReach({ projects }: Pick<Context, 'projects'>, projectId: string): boolean {
  return projects === undefined || projects.has(projectId);
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeProject(
  ctx: Context,
  nameOrId: string,
  input: ProjectChange,
  check: (current: ProjectRecord) => void,
): Promise<ProjectRecord> {
  const row = await requireProject(ctx, nameOrId);
  check(recordOf(row));
  const { metadata, limits, ...plain } = input;
  const change = {
    ...plain,
    ...(metadata ? { metadata: encodeMetadata(metadata) } : {}),
    ...(limits ? { limits: encodeLimits(ctx, limits) } : {}),
    updated_at: new Date().toISOString(),
  };
  const changed = await transact(ctx.database, async (transaction) => {
    if (!(await updateProject(transaction, row, change))) return false;
    tellOfProject(ctx, transaction, 'updated', { ...row, ...plain });
    return true;
  }).catch((error) => refuseTakenName(error, input.name));
  if (!changed) throw new ServiceError('stale_record', 'Somebody changed the project at the same moment; try again.');
  if (input.name !== undefined) ctx.models.forget();
  const current = await requireProject(ctx, row.id);
  ctx.limits.keep(current);
  return recordOf(current);
}

/** Told to who watches the service; and, as long as there is one, to who watches the project. */
export function tellOfProject(
  ctx: Context,
  transaction: Transaction,
  event: 'created' | 'updated' | 'deleted',
  { id, name }: Pick<ProjectRow, 'id' | 'name'>,
): void {
  const told = { type: `sibyl.project.${event}`, subject: `projects/${id}`, data: { id, name } } as const;
  ctx.events.write(transaction, { ...told, project: null });
  if (event !== 'deleted') ctx.events.write(transaction, { ...told, project: id });
}

export function recordOf({ revision: _, limits, metadata, description, ...row }: ProjectRow): ProjectRecord {
  return {
    ...row,
    project: row.name,
    description: description ?? '',
    metadata: metadata ? decodeJson<Record<string, unknown>>(metadata) : {},
    limits: limits ? decodeJson<ProjectLimits>(limits) : {},
  };
}

/** They hold back those who work in the project: only an admin says them. */
function encodeLimits(ctx: Context, limits: ProjectLimits | undefined): Json | null {
  if (limits === undefined) return null;
  if (ctx.role !== 'admin')
    throw new ServiceError('not_permitted', `A key of role ${ctx.role} may not set limits; this takes admin.`);
  requireWithinService(ctx.config, limits);
  return encodeJson(limits);
}

function encodeMetadata(metadata: Record<string, unknown>): Json {
  const text = encodeJson(metadata);
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw invalidField('/metadata', `must be at most ${maxMetadataBytes} bytes as JSON`, 'too_long');
  return text;
}

function refuseTakenName(error: unknown, name: string | undefined): never {
  if (isUniqueViolation(error)) throw new ServiceError('name_taken', `There is a project ${name} already.`);
  throw error;
}
