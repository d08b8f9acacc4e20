import type { Caller } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { KnowledgeServices } from '../context.ts';
import type { BaseRecord } from '../schemas.ts';
import { type BaseAddress, getKnowledgeBase, requireBase } from '../service.ts';
import { bases, selectBaseById } from '../store.ts';
import { enqueueEmbedding } from './job.ts';
import { updateEmbedding } from './store.ts';

/** Starts the computation of missing vectors after a failure or a stop. */
export async function startEmbedding(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'events' | 'jobs'>,
  address: BaseAddress,
): Promise<BaseRecord> {
  const { project, base } = await requireBase(ctx, address);
  if (base.embedding === null)
    throw new ServiceError('wrong_state', `Knowledge base ${base.name} has no embedding; set one first.`);
  await transact(ctx.database, async (transaction) => {
    const now = await selectBaseById(transaction, base.id);
    if (!now?.embedding || now.embedding_job_id !== null) return; // a job computes them already
    await enqueueEmbedding(ctx, transaction, now);
    bases.emit(ctx, transaction, 'updated', now);
  });
  return getKnowledgeBase(ctx, { project: project.id, base: base.id });
}

/** Stops the computation of vectors. Existing vectors stay in use beside the search by words. */
export async function cancelEmbedding(
  ctx: Caller & Pick<KnowledgeServices, 'database' | 'events' | 'jobs'>,
  address: BaseAddress,
): Promise<BaseRecord> {
  const { project, base } = await requireBase(ctx, address);
  const jobId = base.embedding_job_id;
  const cancelled =
    jobId !== null &&
    (await transact(ctx.database, async (transaction) => {
      const isThere = await ctx.jobs.cancel(transaction, jobId);
      await updateEmbedding(transaction, base, { embedding_job_id: null });
      if (isThere) bases.emit(ctx, transaction, 'updated', base);
      return isThere;
    }));
  if (!cancelled) throw new ServiceError('wrong_state', `No vectors are being computed for ${base.name}.`);
  return getKnowledgeBase(ctx, { project: project.id, base: base.id });
}
