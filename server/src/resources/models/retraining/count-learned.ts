import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import type { ModelContext } from '../context.ts';
import { refuseGone } from '../serving/refuse-gone.ts';
import type { VersionRow } from '../store.ts';

/** Returns how many rows a version was trained from, those without a target too; undefined before its training. */
export async function countLearned(
  ctx: ModelContext,
  projectId: string,
  { snapshot_key }: Pick<VersionRow, 'snapshot_key'>,
): Promise<number | undefined> {
  if (snapshot_key === null) return undefined;
  const { query_timeout_ms: timeoutMs, query_memory_bytes: memoryBytes } = ctx.limits.of(projectId);
  const learned = [{ path: await ctx.blobs.path(snapshot_key).catch(refuseGone), rowCount: 0 }];
  const sql = 'select count(*) from learned';
  const question = { sql, tables: { learned }, maxRows: 1, timeoutMs, memoryBytes };
  const { rows } = await ctx.data.runQuery(question, requesterOf(ctx, projectId));
  return Number(rows[0][0]);
}
