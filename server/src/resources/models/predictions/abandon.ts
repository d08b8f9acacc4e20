import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { selectLeavings } from './store.ts';

/**
 * Cancels the batches of a model or project that is being deleted. Returns the keys of their results, to be deleted
 * after the rows.
 */
export async function abandonPredictions(
  ctx: Pick<ModelServices, 'jobs'>,
  transaction: Transaction,
  owner: Parameters<typeof selectLeavings>[1],
): Promise<string[]> {
  const batches = await selectLeavings(transaction, owner);
  for (const { status, job_id } of batches)
    if (job_id !== null && (status === 'queued' || status === 'running')) await ctx.jobs.cancel(transaction, job_id);
  return batches.flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key]));
}
