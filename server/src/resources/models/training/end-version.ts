import { stat } from 'node:fs/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { newId } from '../../../ids.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { ModelContext, ModelServices } from '../context.ts';
import type { TrainingPayload } from '../create.ts';
import { emitModelEvent, eventModelOfTraining } from '../emit-event.ts';
import { dropJobFiles, jobsOnClusters } from '../leave-cluster.ts';
import { decide, keepDecision } from '../retraining/decide.ts';
import { warnOfGrowth } from '../retraining/growth.ts';
import { prepareWatch, tellFailure } from '../retraining/settle.ts';
import { activateTrained, outcomeOf, selectTraining, type Training, updateVersion } from '../store.ts';
import { requireRoom } from './require-room.ts';
import type { RetryWhileFull } from './retry-while-full.ts';
import { trainRequestOf } from './train-request.ts';

export interface Learned {
  description: ModelDescription;
  artefactPath: string;
}

interface Completion {
  policy: TrainingPayload['policy'];
  retryWhileFull: RetryWhileFull;
  signal: AbortSignal;
}

/** Stores the model, and lets it answer where the policy of the model says so. */
export async function completeVersion(
  ctx: ModelContext,
  training: Training,
  { description, artefactPath }: Learned,
  { policy, retryWhileFull, signal }: Completion,
): Promise<void> {
  // Each run has a file name of its own: deleting the result of one run must not delete that of another.
  const blobKey = `models/${training.model_id}/${training.version}.${newId('req')}.model`;
  const { size } = await stat(artefactPath);
  await retryWhileFull(() => ctx.blobs.adopt(blobKey, artefactPath));
  const request = await trainRequestOf(ctx, training);
  const decision = await decide(ctx, training, { request, policy, description }, signal);
  // Before it answers: rows that are asked at once are to be counted.
  await prepareWatch(ctx, { ...training, blob_key: blobKey });
  const worse = await warnOfGrowth(ctx, training, description);
  const now = new Date().toISOString();
  const commit = async (transaction: Transaction) => {
    const byte_size = size + (training.byte_size ?? 0);
    const warnings = encodeJson([...worse, ...description.warnings]);
    const outcome = { ...outcomeOf(description, now), warnings, blob_key: blobKey, byte_size };
    // Queued: a node that lost the job to this one may have set it back.
    if (!(await updateVersion(transaction, training, ['queued', 'training'], outcome))) return false;
    await requireRoom(ctx, transaction, training);
    emitModelEvent(ctx, transaction, 'completed', eventModelOfTraining(training), {
      accuracy: description.accuracy,
      training_seconds: description.trainingSeconds,
    });
    if (decision.activates && (await activateTrained(transaction, training, now)))
      emitModelEvent(ctx, transaction, 'activated', eventModelOfTraining(training));
    await keepDecision(ctx, transaction, eventModelOfTraining(training), decision);
    return true;
  };
  const completed = await retryWhileFull(() => transact(ctx.database, commit));
  if (completed) ctx.metrics.trainings.inc({ outcome: 'completed' });
  else await ctx.blobs.delete(blobKey);
  ctx.models.forget(training.model_id);
  ctx.progress.notify(training.model_id);
  await dropJobFiles(ctx, jobsOnClusters([training]));
}

/** Stores why the version has failed. */
export async function failVersion(
  ctx: Pick<ModelServices, 'blobs' | 'database' | 'events' | 'log' | 'metrics' | 'progress'>,
  { modelId, version }: TrainingPayload,
  error: string,
): Promise<void> {
  const change = { status: 'failed' as const, error, progress: null, finished_at: new Date().toISOString() };
  const failed = await transact(ctx.database, async (transaction) => {
    const training = await selectTraining(transaction, modelId, version);
    if (!training || !(await updateVersion(transaction, training, ['queued', 'training'], change))) return false;
    emitModelEvent(ctx, transaction, 'failed', eventModelOfTraining(training));
    return training;
  });
  if (failed) ctx.metrics.trainings.inc({ outcome: 'failed' });
  if (failed) await tellFailure(ctx, failed, error);
  ctx.progress.notify(modelId);
  await dropJobFiles(ctx, jobsOnClusters(failed ? [failed] : []));
}
