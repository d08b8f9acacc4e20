import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import type { ConnectionServices } from './context.ts';
import { requireEngine } from './engines.ts';
import { parametersOf } from './record.ts';
import type { ConnectionRow } from './store.ts';

/**
 * Queries the database of a connection that is not saved yet, and returns its row as tested.
 * @throws ServiceError `connection_failed`, which names the parameter to look at where that is known
 */
export async function requireAnswer(
  ctx: Caller & Pick<ConnectionServices, 'connectionPools' | 'secrets'>,
  row: ConnectionRow,
): Promise<ConnectionRow> {
  const requester = requesterOf(ctx, row.project_id);
  try {
    const database = await ctx.connectionPools.database(row.id, requireEngine(row.engine), parametersOf(ctx, row));
    await database.check(requester);
    await database.readTables(requester);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'connection_failed') throw error;
    const { message, errors = [] } = error;
    throw new ServiceError('connection_failed', message, { cause: error, errors });
  } finally {
    // What is saved is opened with its first use.
    await ctx.connectionPools.closePool(row.id);
  }
  return { ...row, status: 'ok', last_error: null, tested_at: new Date().toISOString() };
}
