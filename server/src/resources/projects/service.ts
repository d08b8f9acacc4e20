import type { Caller } from '../../caller.ts';
import { mayReach } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { decodeJson, encodeJson, type Json } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { insertRecord, updateRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import type { Check } from '../../platform/records/check.ts';
import type { ProjectContext, ProjectServices } from './context.ts';
import { type OwnLimits, requireWithinService, type SentLimits } from './limits.ts';
import type { ProjectChange, ProjectCreation, ProjectRecord } from './schemas.ts';
import { notTrashed, type ProjectRow, selectProject, selectProjects, showProject } from './store.ts';

const maxMetadataBytes = 16 * 1024;

export async function createProject(
  ctx: Caller & Pick<ProjectServices, 'config' | 'database' | 'events' | 'limits'>,
  input: ProjectCreation,
): Promise<ProjectRecord> {
  const now = new Date().toISOString();
  const row: ProjectRow = {
    id: newId('prj'),
    name: input.name,
    description: input.description ?? '',
    metadata: encodeMetadata(input.metadata ?? {}),
    limits: encodeLimits(ctx, input.limits),
    ...notTrashed,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  await transact(ctx.database, async (transaction) => {
    await insertRecord(transaction, 'projects', row);
    emitProjectEvent(ctx, transaction, 'created', row);
  }).catch((error) => refuseTakenName(error, input.name));
  ctx.limits.keep(row);
  return recordOf(row);
}

export async function listProjects(
  ctx: Caller & Pick<ProjectServices, 'database'>,
  listing: Listing,
): Promise<Page<ProjectRecord>> {
  const { items, next } = await selectProjects(ctx.database, listing, ctx.projects);
  return { items: items.map((row) => shownTo(ctx, recordOf(row))), next };
}

export async function getProject(
  ctx: Caller & Pick<ProjectServices, 'database'>,
  nameOrId: string,
): Promise<ProjectRecord> {
  return shownTo(ctx, recordOf(await requireProject(ctx, nameOrId)));
}

/** Who may only ask models and agents of a project is not told what its owners note. */
function shownTo({ role }: Caller, record: ProjectRecord): ProjectRecord {
  return role === 'predictor' ? { ...record, metadata: {}, limits: {} } : record;
}

/**
 * Returns the project's row; every verb inside a project starts with it. A project that the caller may not reach looks
 * like one that does not exist.
 * @throws ServiceError `project_not_found`
 */
export async function requireProject(
  ctx: Pick<Caller, 'projects'> & Pick<ProjectServices, 'database'>,
  nameOrId: string,
): Promise<ProjectRow> {
  const row = await selectProject(ctx.database, nameOrId);
  if (!row || !mayReach(ctx, row.id)) throw new ServiceError('project_not_found', `There is no project ${nameOrId}.`);
  return row;
}

/** Returns the IDs of those projects that exist. */
export async function findProjectIds(database: ProjectContext['database'], namesOrIds: string[]): Promise<string[]> {
  const rows = await Promise.all(namesOrIds.map((project) => selectProject(database, project)));
  return rows.flatMap((row) => row?.id ?? []);
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeProject(
  ctx: Caller & Pick<ProjectServices, 'config' | 'database' | 'events' | 'limits' | 'models'>,
  nameOrId: string,
  input: ProjectChange,
  check: Check<ProjectRecord>,
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
    if (!(await updateRecord(transaction, 'projects', row, change))) return false;
    emitProjectEvent(ctx, transaction, 'updated', { ...row, ...plain });
    return true;
  }).catch((error) => refuseTakenName(error, input.name));
  if (!changed) throw new ServiceError('stale_record', 'Somebody changed the project at the same moment; try again.');
  if (input.name !== undefined) ctx.models.forget();
  const current = await requireProject(ctx, row.id);
  ctx.limits.keep(current);
  return recordOf(current);
}

/** Takes a project out of the trash. @throws ServiceError `name_taken`, `trash_entry_not_found` */
export async function restoreProject(
  ctx: Pick<ProjectServices, 'database' | 'events' | 'limits' | 'models'>,
  { id }: Pick<ProjectRow, 'id'>,
  name: string,
): Promise<void> {
  await transact(ctx.database, async (transaction) => {
    if (!(await showProject(transaction, id, name)))
      throw new ServiceError('trash_entry_not_found', `Project ${name} left the trash at the same moment.`);
    emitProjectEvent(ctx, transaction, 'restored', { id, name });
  }).catch((error) => refuseTakenName(error, name));
  const row = await selectProject(ctx.database, id);
  if (row) ctx.limits.keep(row);
  ctx.models.forget();
}

/** Emits the event in the stream of the service and, while the project exists, in its own. */
export function emitProjectEvent(
  ctx: Pick<ProjectServices, 'events'>,
  transaction: Transaction,
  event: 'created' | 'updated' | 'deleted' | 'restored',
  { id, name }: Pick<ProjectRow, 'id' | 'name'>,
): void {
  const told = { type: `sibyl.project.${event}`, subject: `projects/${id}`, data: { id, name } } as const;
  ctx.events.write(transaction, { ...told, project: null });
  if (event !== 'deleted') ctx.events.write(transaction, { ...told, project: id });
}

export function recordOf({ limits, metadata, description, ...row }: ProjectRow): ProjectRecord {
  const { id, name, created_at, updated_at, created_by } = row;
  return {
    id,
    name,
    created_at,
    updated_at,
    created_by,
    project: name,
    description: description ?? '',
    metadata: metadata ? decodeJson<Record<string, unknown>>(metadata) : {},
    limits: limits ? decodeJson<OwnLimits>(limits) : {},
  };
}

/** Limits restrict the users of the project, so only an admin may set them. */
function encodeLimits(ctx: Caller & Pick<ProjectServices, 'config'>, sent: SentLimits | undefined): Json | null {
  if (sent === undefined) return null;
  if (ctx.role !== 'admin')
    throw new ServiceError('not_permitted', `A key of role ${ctx.role} may not set limits; this takes admin.`);
  const limits: OwnLimits = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
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
