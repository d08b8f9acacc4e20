import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { LimitFigure } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { SnapshotLimits } from '../../../platform/data/snapshots.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { isSetBack, type JobHandler } from '../../../platform/jobs/queue.ts';
import { sayGivenUp } from '../../../platform/jobs/say-given-up.ts';
import type { ModelContext, ModelServices } from '../context.ts';
import { rayTrainingJob, type TrainingPayload, trainingJob } from '../create.ts';
import { emitModelEvent, eventModelOfTraining } from '../emit-event.ts';
import type { ModelOptions } from '../options-schema.ts';
import { followedAtOnce, type RayContext, withRayTurns } from '../ray-turns.ts';
import { takeSnapshot } from '../source.ts';
import { selectTraining, type Training, updateVersion } from '../store.ts';
import { completeVersion, failVersion, type Learned } from './end-version.ts';
import { type StageProgress, TrainingRefused, type TrainingRequest } from './messages.ts';
import { learnOnRay } from './on-ray/learn-on-ray.ts';
import { PhaseSpans } from './phases.ts';
import { noForecast, progressWriter } from './progress-writer.ts';
import { requireRoom } from './require-room.ts';
import { retryingWhileFull } from './retry-while-full.ts';
import { type RunOptions, runTraining } from './run-training.ts';
import { trainRequestOf } from './train-request.ts';

/** The longest time budget that a training chooses by itself. */
const usualReadingSeconds = 600;

/** Train queued versions, here and on clusters; a permanent failure is stored in the version's record. */
export function trainingHandlers(context: ModelContext): JobHandler<TrainingPayload>[] {
  const ctx = withRayTurns(context, context.config.trainingsAtOnce);
  const usual: Omit<JobHandler<TrainingPayload>, 'kind' | 'concurrency'> = {
    laneConcurrency: (projectId) => ctx.limits.of(projectId).trainings_at_once,
    handle: ({ payload }, signal) => trainVersion(ctx, payload, signal),
    onFailed: ({ payload }, error) =>
      failVersion(ctx, payload, sayGivenUp(error, 'The training process broke off three times')),
  };
  return [
    { ...usual, kind: trainingJob, concurrency: ctx.config.trainingsAtOnce },
    { ...usual, kind: rayTrainingJob, concurrency: followedAtOnce },
  ];
}

async function trainVersion(ctx: RayContext, payload: TrainingPayload, signal: AbortSignal): Promise<void> {
  const training = await selectTraining(ctx.database, payload.modelId, payload.version);
  if (!training || !(await begin(ctx, training))) return;
  try {
    const retryWhileFull = retryingWhileFull(ctx, training, signal);
    const snapshotKey = await retryWhileFull(() => keepSnapshot(ctx, training, signal));
    if (snapshotKey === undefined) return;
    const learned = await retryWhileFull(() => learn(ctx, training, snapshotKey, signal));
    await completeVersion(ctx, training, learned, { policy: payload.policy, retryWhileFull, signal });
  } catch (error) {
    if (isSetBack(signal)) await setBack(ctx, training);
    if (!(error instanceof TrainingRefused)) throw error;
    if (error.limit) noteLimit(ctx, training, error.code, error.limit);
    await failVersion(ctx, payload, error.message);
  }
}

/** Records a limit hit here, because no request fails by it. */
function noteLimit(
  { limitHits }: Pick<ModelServices, 'limitHits'>,
  { project_id }: Training,
  code: TrainingRefused['code'],
  limit: LimitFigure,
): void {
  limitHits.record({ project: project_id, code, limit, operation: null });
}

async function begin(
  ctx: Pick<ModelServices, 'database' | 'events' | 'progress'>,
  training: Training,
): Promise<boolean> {
  const change = { status: 'training' as const, started_at: new Date().toISOString(), progress: null };
  const begun = await transact(ctx.database, async (transaction) => {
    if (!(await updateVersion(transaction, training, ['queued', 'training'], change))) return false;
    emitModelEvent(ctx, transaction, 'started', eventModelOfTraining(training));
    return true;
  });
  ctx.progress.notify(training.model_id);
  return begun;
}

/** Returns the job to the queue when the service stops. A cancelled version stays cancelled. */
async function setBack(ctx: Pick<ModelServices, 'database' | 'events'>, training: Training): Promise<void> {
  await transact(ctx.database, async (transaction) => {
    const change = { status: 'queued' as const, started_at: null, progress: null };
    if (await updateVersion(transaction, training, ['training'], change))
      emitModelEvent(ctx, transaction, 'queued', eventModelOfTraining(training));
  });
}

/**
 * Returns the rows to learn from, reusing those of an interrupted run; undefined when nobody wants the version any
 * more.
 */
async function keepSnapshot(ctx: ModelContext, training: Training, signal: AbortSignal): Promise<string | undefined> {
  if (training.snapshot_key !== null) return training.snapshot_key;
  const limits = snapshotLimits(ctx, training, signal);
  const key = await ctx.tracing.within('training snapshot', {}, () => takeSnapshot(ctx, training, limits));
  const [{ byteSize: byte_size } = { byteSize: 0 }] = await ctx.blobs.list(key);
  const kept = { snapshot_key: key, byte_size };
  try {
    if (await transact(ctx.database, (transaction) => keepRow(ctx, transaction, training, kept))) {
      Object.assign(training, kept);
      return key;
    }
  } catch (error) {
    await ctx.blobs.delete(key);
    throw error;
  }
  await ctx.blobs.delete(key);
  return undefined;
}

async function keepRow(
  ctx: Pick<ModelServices, 'limits'>,
  transaction: Transaction,
  training: Training,
  kept: { snapshot_key: string; byte_size: number },
): Promise<boolean> {
  if (!(await updateVersion(transaction, training, ['training'], kept))) return false;
  await requireRoom(ctx, transaction, training);
  return true;
}

/** The time for reading is at least a query's, and as long as the training's own. */
function snapshotLimits(
  ctx: Pick<ModelServices, 'database' | 'events' | 'limits' | 'log' | 'progress'>,
  training: Training,
  signal: AbortSignal,
): SnapshotLimits {
  const { training_memory_bytes: memoryBytes, query_timeout_ms } = ctx.limits.of(training.project_id);
  const { time_budget_seconds = usualReadingSeconds } = decodeJson<ModelOptions>(training.options);
  const report = progressWriter(ctx, training);
  const reading = { phase: 'reading the source', fraction: 0, ...noForecast };
  const onRows = (rows: number) => report({ ...reading, rows_read: rows });
  return { memoryBytes, timeoutMs: Math.max(query_timeout_ms, time_budget_seconds * 1000), signal, onRows };
}

async function learn(ctx: RayContext, training: Training, snapshotKey: string, signal: AbortSignal): Promise<Learned> {
  const report = progressWriter(ctx, training);
  const artefactPath = join(ctx.temporaryDirectory, `${newId('req')}.model`);
  const request = {
    snapshotPath: await ctx.blobs.path(snapshotKey),
    artefactPath,
    request: await trainRequestOf(ctx, training),
  };
  const phases = new PhaseSpans(ctx.tracing);
  const onProgress = ({ phase, fraction, etaSeconds, bestScore, rounds }: StageProgress) => {
    phases.enter(phase);
    report({ phase, fraction, eta_seconds: etaSeconds, best_score: bestScore, ...(rounds && { rounds }) });
  };
  const memoryBytes = ctx.limits.of(training.project_id).training_memory_bytes;
  const limits = { memoryBytes, signal, onProgress };
  try {
    const train = () => runWhereAsked(ctx, training, request, limits).finally(() => phases.end());
    return { artefactPath, description: await ctx.tracing.within('training process', {}, train) };
  } catch (error) {
    await rm(artefactPath, { force: true });
    throw error;
  }
}

function runWhereAsked(
  ctx: RayContext,
  training: Training,
  request: TrainingRequest,
  options: RunOptions,
): Promise<ModelDescription> {
  const { engine } = decodeJson<ModelOptions>(training.options);
  return engine ? learnOnRay(ctx, training, { engine, request }, options) : runTraining(request, options);
}
