import type { Caller } from '../../caller.ts';
import { invalidField } from '../../errors.ts';
import { decodeJson, encodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import type { Check } from '../../platform/records/check.ts';
import { newRecord } from '../../platform/records/project-records.ts';
import { requireProject } from '../projects/service.ts';
import type { ConnectionServices } from './context.ts';
import type { Parameters } from './engine.ts';
import { requireEngine } from './engines.ts';
import { recordOf, secretsOf } from './record.ts';
import { requireAnswer } from './require-answer.ts';
import type { ConnectionChange, ConnectionCreation, ConnectionRecord } from './schemas.ts';
import { type ConnectionRow, connections } from './store.ts';

export interface ConnectionAddress {
  project: string;
  /** Name or ID. */
  connection: string;
}

export async function createConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'events' | 'secrets'>,
  projectName: string,
  input: ConnectionCreation,
): Promise<ConnectionRecord> {
  const project = await requireProject(ctx, projectName);
  const engine = requireEngine(input.engine);
  const base = { ...newRecord('con', ctx, project.id), name: input.name, engine: engine.name };
  const parameters = secretsOf(ctx, base).seal(engine.check(input.parameters), {}, '/parameters');
  const sealed: ConnectionRow = { ...base, parameters: encodeJson(parameters), ...untested };
  const row = input.test ? await requireAnswer(ctx, sealed) : sealed;
  await connections.insert(ctx, project, row);
  return recordOf(ctx, row, project.name);
}

const untested = { status: 'untested', last_error: null, tested_at: null } as const;

export async function listConnections(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'secrets'>,
  projectName: string,
  listing: Listing,
): Promise<Page<ConnectionRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await connections.list(ctx.database, project.id, listing);
  return { items: items.map((row) => recordOf(ctx, row, project.name)), next };
}

/**
 * Returns the connection's row in a project.
 * @throws ServiceError `connection_not_found`
 */
export async function requireConnection(
  ctx: Pick<ConnectionServices, 'database'>,
  project: { id: string; name: string },
  nameOrId: string,
): Promise<ConnectionRow> {
  return connections.require(ctx.database, project, nameOrId);
}

export async function getConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'secrets'>,
  address: ConnectionAddress,
): Promise<ConnectionRecord> {
  const project = await requireProject(ctx, address.project);
  return recordOf(ctx, await requireConnection(ctx, project, address.connection), project.name);
}

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'events' | 'secrets'>,
  address: ConnectionAddress,
  input: ConnectionChange,
  check: Check<ConnectionRecord>,
): Promise<ConnectionRecord> {
  const project = await requireProject(ctx, address.project);
  const row = await requireConnection(ctx, project, address.connection);
  check(recordOf(ctx, row, project.name));
  const parameters = input.parameters && mergeParameters(ctx, row, input.parameters);
  const changed = parameters === undefined ? row : { ...row, parameters, ...untested };
  const { status, last_error, tested_at } = input.test ? await requireAnswer(ctx, changed) : changed;
  const change = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(parameters === undefined && !input.test ? {} : { status, last_error, tested_at }),
  };
  await connections.change(ctx, row, change);
  await ctx.connectionPools.closePool(row.id);
  return getConnection(ctx, { project: project.id, connection: row.id });
}

function mergeParameters(ctx: Pick<ConnectionServices, 'secrets'>, row: ConnectionRow, given: Parameters) {
  const { check, secretsGoTo } = requireEngine(row.engine);
  const secrets = secretsOf(ctx, row);
  const current = decodeJson<Parameters>(row.parameters);
  const merged = Object.entries({ ...secrets.hide(current), ...given }).filter(([, value]) => value !== null);
  const parameters = check(Object.fromEntries(merged));
  const changed = secretsGoTo.find((key) => JSON.stringify(parameters[key]) !== JSON.stringify(current[key]));
  const kept = secrets.keptBy(parameters);
  if (changed !== undefined && kept !== undefined)
    throw invalidField(`/parameters/${kept}`, `must be sent again: ${changed} has changed`, 'required');
  return encodeJson(secrets.seal(parameters, current, '/parameters'));
}

/** Skills and models that name the connection report its absence at their next use. */
export async function deleteConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'events' | 'secrets'>,
  address: ConnectionAddress,
  check: Check<ConnectionRecord>,
): Promise<void> {
  const project = await requireProject(ctx, address.project);
  const row = await requireConnection(ctx, project, address.connection);
  check(recordOf(ctx, row, project.name));
  await connections.delete(ctx, row);
  await ctx.connectionPools.closePool(row.id);
}

/**
 * Finds the connections of a project that is being deleted. Returns a function that closes their clients after the
 * deletion.
 */
export async function releaseConnections(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  transaction: Transaction,
  projectId: string,
): Promise<() => Promise<unknown>> {
  const ids = await connections.ids(transaction, projectId);
  return () => Promise.all(ids.map((id) => ctx.connectionPools.closePool(id)));
}
