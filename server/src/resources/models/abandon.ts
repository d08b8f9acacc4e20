import type { Transaction } from '../../platform/db/transact.ts';
import type { ModelServices } from './context.ts';
import { jobsOnClusters } from './leave-cluster.ts';
import { type Abandoned, abandonPredictions } from './predictions/abandon.ts';
import { selectProjectVersions } from './store.ts';

/**
 * Cancels all trainings and batches of predictions of a project that is being deleted. Returns what is to be
 * deleted after the rows.
 */
export async function abandonModels(
  ctx: Pick<ModelServices, 'jobs'>,
  transaction: Transaction,
  projectId: string,
): Promise<Abandoned> {
  const versions = await selectProjectVersions(transaction, projectId);
  for (const { status, job_id } of versions)
    if (job_id !== null && (status === 'queued' || status === 'training')) await ctx.jobs.cancel(transaction, job_id);
  const results = await abandonPredictions(ctx, transaction, { project_id: projectId });
  const files = versions.flatMap(({ blob_key, snapshot_key }) =>
    [blob_key, snapshot_key].filter((key) => key !== null),
  );
  return {
    files: [...files, ...results.files],
    jobsOnClusters: [...jobsOnClusters(versions), ...results.jobsOnClusters],
  };
}
