import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { updateRecord } from '../../platform/db/records.ts';
import { requireProject } from '../projects/service.ts';
import type { ConnectionServices } from './context.ts';
import { readCatalog } from './postgresql/catalog.ts';
import { runQuery } from './postgresql/run-query.ts';
import { openConnectionPool } from './query.ts';
import type { ConnectionTestAnswer } from './schemas.ts';
import { type ConnectionAddress, requireConnection } from './service.ts';
import type { ConnectionRow } from './store.ts';

/** Queries the database of a connection once and records the result in its status. */
export async function testConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'outgoing' | 'secrets'>,
  address: ConnectionAddress,
  signal: AbortSignal,
): Promise<ConnectionTestAnswer> {
  const project = await requireProject(ctx, address.project);
  const row = await requireConnection(ctx, project, address.connection);
  await ctx.connectionPools.closePool(row.id); // cached results must not answer the test
  const answer = await tryConnection(ctx, row, signal);
  const { status, last_error } = answer;
  const now = new Date().toISOString();
  await updateRecord(ctx.database, 'connections', row, { status, last_error, tested_at: now, updated_at: now });
  return answer;
}

async function tryConnection(
  ctx: Pick<ConnectionServices, 'connectionPools' | 'outgoing' | 'secrets'>,
  row: ConnectionRow,
  signal: AbortSignal,
): Promise<ConnectionTestAnswer> {
  try {
    const { pool, schemas } = await openConnectionPool(ctx, row);
    const version = { sql: "SELECT current_setting('server_version')", schema: 'pg_catalog', timeoutMs: 10_000 };
    const { rows } = await runQuery(pool, version, { maxRows: 1 }, signal);
    const tables = await readCatalog(pool, schemas, signal);
    const names = tables.map(({ schema, name }) => (schema === schemas[0] ? name : `${schema}.${name}`));
    return { status: 'ok', last_error: null, server_version: String(rows[0][0]), tables: names };
  } catch (error) {
    if (signal.aborted || !(error instanceof ServiceError)) throw error;
    return { status: 'failed', last_error: error.message, server_version: null, tables: [] };
  }
}
