import type { Transaction } from '../../platform/db/transact.ts';
import type { ModelServices } from './context.ts';
import { jobsOnClusters } from './leave-cluster.ts';
import { stopPredictions } from './predictions/abandon.ts';
import { selectWorkingVersions, updateVersion } from './store.ts';

/**
 * Cancels the trainings and batches of a model or project that goes into the trash, within a transaction. Returns their
 * jobs on clusters.
 */
export async function stopModels(
  ctx: Pick<ModelServices, 'jobs'>,
  transaction: Transaction,
  owner: { model_id: string } | { project_id: string },
): Promise<string[]> {
  const change = { status: 'cancelled' as const, progress: null, finished_at: new Date().toISOString() };
  const working = await selectWorkingVersions(transaction, owner);
  for (const version of working) {
    await updateVersion(transaction, version, ['queued', 'training'], change);
    if (version.job_id !== null) await ctx.jobs.cancel(transaction, version.job_id);
  }
  return [...jobsOnClusters(working), ...(await stopPredictions(ctx, transaction, owner))];
}
