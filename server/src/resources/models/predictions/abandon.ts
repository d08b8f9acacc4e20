import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { jobsOf, selectLeavings, updatePrediction } from './store.ts';

/** What is to be deleted after the rows of models: the keys of files, and the jobs whose files a cluster reads. */
export interface Abandoned {
  files: string[];
  jobsOnClusters: string[];
}

/**
 * Cancels the batches of a model or project that is being deleted. Returns the keys of their results and their jobs on
 * clusters, to be deleted after the rows.
 */
export async function abandonPredictions(
  ctx: Pick<ModelServices, 'jobs'>,
  transaction: Transaction,
  owner: Parameters<typeof selectLeavings>[1],
): Promise<Abandoned> {
  const batches = await selectLeavings(transaction, owner);
  for (const { status, job_id } of batches)
    if (job_id !== null && (status === 'queued' || status === 'running')) await ctx.jobs.cancel(transaction, job_id);
  return {
    files: batches.flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key])),
    jobsOnClusters: jobsOf(batches),
  };
}

/**
 * Ends the batches of a model or project that goes into the trash, within a transaction: their results stay. Returns
 * their jobs on clusters.
 */
export async function stopPredictions(
  ctx: Pick<ModelServices, 'jobs'>,
  transaction: Transaction,
  owner: Parameters<typeof selectLeavings>[1],
): Promise<string[]> {
  const all = await selectLeavings(transaction, owner);
  const open = all.filter(({ status }) => status === 'queued' || status === 'running');
  const finished_at = new Date().toISOString();
  const change = { status: 'failed' as const, phase: null, finished_at, error: 'Its model was deleted meanwhile.' };
  for (const { id, job_id } of open) {
    await updatePrediction(transaction, id, ['queued', 'running'], change);
    if (job_id !== null) await ctx.jobs.cancel(transaction, job_id);
  }
  return jobsOf(open);
}
