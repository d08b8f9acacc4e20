import type { Caller } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { compileCheck } from '../../http/request/validation.ts';
import { newId } from '../../ids.ts';
import { decodeJson, encodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/violations.ts';
import { holdProject, requireProject } from '../projects/service.ts';
import type { ConnectionServices } from './context.ts';
import { type Parameters, recordOf, secretsOf } from './record.ts';
import {
  type ConnectionChange,
  type ConnectionCreation,
  type ConnectionRecord,
  engines,
  postgresqlParameters,
} from './schemas.ts';
import {
  type ConnectionRow,
  deleteConnectionRow,
  insertConnection,
  selectConnection,
  selectConnectionIds,
  selectConnections,
  updateConnection,
} from './store.ts';

export interface ConnectionAddress {
  project: string;
  /** Name or ID. */
  connection: string;
}

type Check = (current: ConnectionRecord) => void;

export async function createConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'events' | 'secrets'>,
  projectName: string,
  input: ConnectionCreation,
): Promise<ConnectionRecord> {
  const project = await requireProject(ctx, projectName);
  const now = new Date().toISOString();
  const id = newId('con');
  const row: ConnectionRow = {
    id,
    project_id: project.id,
    name: input.name,
    engine: engines[input.engine],
    parameters: encodeJson(secretsOf(ctx, id).seal(input.parameters, {}, '/parameters')),
    ...untested,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor,
    revision: 1,
  };
  const write = async (transaction: Transaction) => {
    await holdProject(transaction, project);
    await insertConnection(transaction, row);
    emitConnectionEvent(ctx, transaction, 'created', row);
  };
  await transact(ctx.database, write).catch((error) => refuseName(error, input.name));
  return recordOf(ctx, row, project.name);
}

const untested = { status: 'untested', last_error: null, tested_at: null } as const;

export async function listConnections(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'secrets'>,
  projectName: string,
  listing: Listing,
): Promise<Page<ConnectionRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await selectConnections(ctx.database, project.id, listing);
  return { items: items.map((row) => recordOf(ctx, row, project.name)), next };
}

/** The connection's row in a project that was found before, or `connection_not_found`. */
export async function requireConnection(
  ctx: Pick<ConnectionServices, 'database'>,
  project: { id: string; name: string },
  nameOrId: string,
): Promise<ConnectionRow> {
  const row = await selectConnection(ctx.database, project.id, nameOrId);
  if (!row)
    throw new ServiceError('connection_not_found', `There is no connection ${nameOrId} in project ${project.name}.`);
  return row;
}

export async function getConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'secrets'>,
  address: ConnectionAddress,
): Promise<ConnectionRecord> {
  const project = await requireProject(ctx, address.project);
  return recordOf(ctx, await requireConnection(ctx, project, address.connection), project.name);
}

const checkParameters = compileCheck(postgresqlParameters, 'json', '/parameters');

/** `check` sees the current record and may refuse the change (`If-Match`). */
export async function changeConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'events' | 'secrets'>,
  address: ConnectionAddress,
  input: ConnectionChange,
  check: Check,
): Promise<ConnectionRecord> {
  const project = await requireProject(ctx, address.project);
  const row = await requireConnection(ctx, project, address.connection);
  check(recordOf(ctx, row, project.name));
  const change = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.parameters ? { parameters: mergeParameters(ctx, row, input.parameters), ...untested } : {}),
    updated_at: new Date().toISOString(),
  };
  const write = async (transaction: Transaction) => {
    if (!(await updateConnection(transaction, row, change)))
      throw new ServiceError('stale_record', 'Somebody changed the connection at the same moment; try again.');
    emitConnectionEvent(ctx, transaction, 'updated', { ...row, name: input.name ?? row.name });
  };
  await transact(ctx.database, write).catch((error) => refuseName(error, input.name));
  await ctx.connectionPools.closePool(row.id);
  return getConnection(ctx, { project: project.id, connection: row.id });
}

function mergeParameters(ctx: Pick<ConnectionServices, 'secrets'>, row: ConnectionRow, given: Parameters) {
  const secrets = secretsOf(ctx, row.id);
  const current = decodeJson<Parameters>(row.parameters);
  const merged = Object.entries({ ...secrets.hide(current), ...given }).filter(([, value]) => value !== null);
  const parameters = checkParameters(Object.fromEntries(merged));
  const movesTo = (['host', 'port', 'ssl', 'ca'] as const).find((key) => parameters[key] !== current[key]);
  if (movesTo !== undefined && secrets.keepsAny(parameters))
    throw invalidField('/parameters/password', `must be sent anew: ${movesTo} has changed`, 'required');
  return encodeJson(secrets.seal(parameters, current, '/parameters'));
}

/** Skills and models that name it say so when they are used next. */
export async function deleteConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'events' | 'secrets'>,
  address: ConnectionAddress,
  check: Check,
): Promise<void> {
  const project = await requireProject(ctx, address.project);
  const row = await requireConnection(ctx, project, address.connection);
  check(recordOf(ctx, row, project.name));
  await transact(ctx.database, async (transaction) => {
    await deleteConnectionRow(transaction, row.id);
    emitConnectionEvent(ctx, transaction, 'deleted', row);
  });
  await ctx.connectionPools.closePool(row.id);
}

function emitConnectionEvent(
  ctx: Pick<ConnectionServices, 'events'>,
  transaction: Transaction,
  event: 'created' | 'updated' | 'deleted',
  { id, name, project_id }: Pick<ConnectionRow, 'id' | 'name' | 'project_id'>,
): void {
  const told = { type: `sibyl.connection.${event}`, subject: `connections/${id}`, data: { id, name } } as const;
  ctx.events.write(transaction, { ...told, project: project_id });
}

function refuseName(error: unknown, name: string | undefined): never {
  if (isUniqueViolation(error))
    throw new ServiceError('name_taken', `There is a connection ${name} in this project already.`);
  if (isForeignKeyViolation(error)) throw new ServiceError('project_not_found', 'The project is being deleted.');
  throw error;
}

/** Looks up the connections of a project that is about to be deleted. @returns what ends their clients once they are gone */
export async function releaseConnections(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  transaction: Transaction,
  projectId: string,
): Promise<() => Promise<unknown>> {
  const ids = await selectConnectionIds(transaction, projectId);
  return () => Promise.all(ids.map((id) => ctx.connectionPools.closePool(id)));
}
