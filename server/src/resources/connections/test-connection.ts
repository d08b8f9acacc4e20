import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { updateRecord } from '../../platform/db/records.ts';
import { type Requester, requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { ConnectionServices } from './context.ts';
import { nameOf, openRow } from './query.ts';
import type { ConnectionTestAnswer } from './schemas.ts';
import { type ConnectionAddress, requireConnection } from './service.ts';
import type { ConnectionRow } from './store.ts';

/** Queries the database of a connection once and records the result in its status. */
export async function testConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'secrets'>,
  address: ConnectionAddress,
  signal: AbortSignal,
): Promise<ConnectionTestAnswer> {
  const project = await requireProject(ctx, address.project);
  const row = await requireConnection(ctx, project, address.connection);
  await ctx.connectionPools.closePool(row.id); // cached results must not answer the test
  const answer = await tryConnection(ctx, row, requesterOf(ctx, project.id, signal));
  const { status, last_error } = answer;
  const now = new Date().toISOString();
  await updateRecord(ctx.database, 'connections', row, { status, last_error, tested_at: now, updated_at: now });
  return answer;
}

async function tryConnection(
  ctx: Pick<ConnectionServices, 'connectionPools' | 'secrets'>,
  row: ConnectionRow,
  requester: Requester,
): Promise<ConnectionTestAnswer> {
  try {
    const { database } = await openRow(ctx, row);
    const version = await database.check(requester);
    const tables = await database.readTables(requester);
    const names = tables.map((table) => nameOf(table, database.schemas[0]));
    return { status: 'ok', last_error: null, server_version: version, tables: names };
  } catch (error) {
    if (requester.signal?.aborted || !(error instanceof ServiceError)) throw error;
    return { status: 'failed', last_error: error.message, server_version: null, tables: [] };
  }
}
