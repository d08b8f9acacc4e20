import type { Caller } from '../../caller.ts';
import { localCaller } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { deleteRecord, updateRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/violations.ts';
import type { Check } from '../../platform/records/check.ts';
import { requireProject } from '../projects/service.ts';
import type { KeyServices } from './context.ts';
import type { KeyChange, KeyCreation, KeyRecord, KeyRotation, KeyWithSecret } from './schemas.ts';
import { newSecret } from './secret.ts';
import {
  hasAdminKey,
  insertKey,
  type KeyRow,
  type Limit,
  replaceLimits,
  selectKey,
  selectKeys,
  selectLimits,
} from './store.ts';

/** The part of a context that keys need; the command line has no more. */
export type KeyContext = Pick<Caller, 'actor' | 'projects'> & Pick<KeyServices, 'database' | 'keys' | 'events'>;

/** Creates a key. Its secret appears only in this response. The first key ends the open local mode. */
export async function createKey(ctx: KeyContext, input: KeyCreation): Promise<KeyWithSecret> {
  const projectIds = await resolveProjects(ctx, input.projects ?? null);
  const id = newId('key');
  const secret = newSecret(id);
  const now = new Date().toISOString();
  const row: KeyRow = {
    id,
    name: input.name,
    role: input.role,
    every_project: projectIds === null ? 1 : 0,
    requests_per_second: input.requests_per_second ?? null,
    tokens_a_day: input.tokens_a_day ?? null,
    secret_hash: ctx.keys.hash(secret),
    former_hash: null,
    former_until: null,
    expires_at: readExpiry(input.expires_at ?? null),
    last_used_at: null,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  await changeKeys(ctx, 'created', row, (transaction) => insertKey(transaction, row, projectIds ?? []));
  return { ...(await getKey(ctx, id)), secret };
}

export async function listKeys(ctx: KeyContext, listing: Listing): Promise<Page<KeyRecord>> {
  const [{ items, next }, limits] = await Promise.all([selectKeys(ctx.database, listing), selectLimits(ctx.database)]);
  const byKey = Map.groupBy(limits, (limit) => limit.key_id);
  return { items: items.map((row) => recordOf(ctx, row, byKey.get(row.id) ?? [])), next };
}

export async function getKey(ctx: KeyContext, nameOrId: string): Promise<KeyRecord> {
  const row = await requireKey(ctx, nameOrId);
  return recordOf(ctx, row, await selectLimits(ctx.database, row.id));
}

async function requireKey(ctx: KeyContext, nameOrId: string): Promise<KeyRow> {
  const row = await selectKey(ctx.database, nameOrId);
  if (!row) throw new ServiceError('key_not_found', `There is no key ${nameOrId}.`);
  return row;
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeKey(
  ctx: KeyContext,
  nameOrId: string,
  input: KeyChange,
  check: Check<KeyRecord>,
): Promise<KeyRecord> {
  const row = await requireKey(ctx, nameOrId);
  check(await getKey(ctx, row.id));
  const { projects, expires_at, ...plain } = input;
  const projectIds = projects === undefined ? undefined : await resolveProjects(ctx, projects);
  const change = {
    ...plain,
    ...(projectIds === undefined ? {} : { every_project: projectIds === null ? 1 : 0 }),
    ...(expires_at === undefined ? {} : { expires_at: readExpiry(expires_at) }),
    updated_at: new Date().toISOString(),
  };
  const write = async (transaction: Transaction) => {
    if (!(await updateRecord(transaction, 'api_keys', row, change))) throw changedMeanwhile();
    if (projectIds !== undefined) await replaceLimits(transaction, row.id, projectIds ?? []);
  };
  await changeKeys(ctx, 'updated', { ...row, ...plain }, write);
  return getKey(ctx, row.id);
}

/** Gives the key a new secret; the previous one stays valid for the overlap, an older one ends at once. */
export async function rotateKey(ctx: KeyContext, nameOrId: string, input?: KeyRotation): Promise<KeyWithSecret> {
  const row = await requireKey(ctx, nameOrId);
  const overlapMs = (input?.overlap_seconds ?? 0) * 1000;
  const secret = newSecret(row.id);
  const now = Date.now();
  const change = {
    secret_hash: ctx.keys.hash(secret),
    former_hash: overlapMs > 0 ? row.secret_hash : null,
    former_until: overlapMs > 0 ? new Date(now + overlapMs).toISOString() : null,
    updated_at: new Date(now).toISOString(),
  };
  await changeKeys(ctx, 'rotated', row, async (transaction) => {
    if (!(await updateRecord(transaction, 'api_keys', row, change))) throw changedMeanwhile();
  });
  return { ...(await getKey(ctx, row.id)), secret };
}

/** Deletes the key; its next request is refused. */
export async function revokeKey(ctx: KeyContext, nameOrId: string, check: Check<KeyRecord> = () => {}): Promise<void> {
  const row = await requireKey(ctx, nameOrId);
  check(await getKey(ctx, row.id));
  await changeKeys(ctx, 'revoked', row, (transaction) => deleteRecord(transaction, 'api_keys', row.id));
}

/** Changes keys: writes the change, ensures that an admin key remains, and reloads the keys in memory. */
async function changeKeys(
  ctx: KeyContext,
  event: 'created' | 'updated' | 'rotated' | 'revoked',
  { id, name, role }: Pick<KeyRow, 'id' | 'name' | 'role'>,
  write: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await ctx.keys.change(id, ctx.database, () =>
      transact(ctx.database, async (transaction) => {
        await write(transaction);
        ctx.events.write(transaction, {
          type: `sibyl.key.${event}`,
          project: null,
          subject: `keys/${id}`,
          data: { id, name, role },
        });
        if (needsKey(ctx.actor) && !(await hasAdminKey(transaction, new Date().toISOString()))) throw noAdminLeft();
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new ServiceError('name_taken', `There is a key ${name} already.`);
    if (isForeignKeyViolation(error))
      throw new ServiceError('project_not_found', 'A project of the key was deleted at the same moment.');
    throw error;
  }
}

/** The operator and holders of tokens need no key and can always create one. */
function needsKey(actor: string): boolean {
  return actor.startsWith('key_') || actor === localCaller.actor;
}

/** Once a key exists every request needs one, so without an admin key nobody could create another. */
function noAdminLeft(): ServiceError {
  const detail = 'An admin key for all projects that has not expired must remain, or be the first one made.';
  return new ServiceError('last_admin_key', detail);
}

function changedMeanwhile(): ServiceError {
  return new ServiceError('stale_record', 'Somebody changed the key at the same moment; read it again and repeat.');
}

/** Returns the IDs of existing projects; null for all projects. */
async function resolveProjects(ctx: KeyContext, names: string[] | null): Promise<string[] | null> {
  return names && Promise.all(names.map(async (project) => (await requireProject(ctx, project)).id));
}

function readExpiry(text: string | null): string | null {
  if (text === null) return null;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!(time > Date.now()))
    throw invalidField('/expires_at', 'must be a future time, such as 2030-01-31T12:00:00Z', 'wrong_format');
  return new Date(time).toISOString();
}

function recordOf(ctx: KeyContext, row: KeyRow, limits: Limit[]): KeyRecord {
  const lastUse = Math.max(ctx.keys.lastUse(row.id), Date.parse(row.last_used_at ?? '1970'));
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    projects: row.every_project === 1 ? null : limits.map((limit) => limit.project_name),
    requests_per_second: row.requests_per_second,
    tokens_a_day: row.tokens_a_day === null ? null : Number(row.tokens_a_day),
    expires_at: row.expires_at,
    last_used_at: lastUse === 0 ? null : new Date(lastUse).toISOString(),
    former_secret_until: row.former_until,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by: row.created_by,
  };
}
