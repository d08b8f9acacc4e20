import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import { type LimitFigure, tellsOfFullDisk } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { SnapshotLimits } from '../../../platform/data/snapshots.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { isSetBack, type JobHandler } from '../../../platform/jobs/queue.ts';
import { sayGivenUp } from '../../../platform/jobs/say-given-up.ts';
import type { ModelContext, ModelServices } from '../context.ts';
import { rayTrainingJob, type TrainingPayload, trainingJob } from '../create.ts';
import { type EventModel, emitModelEvent } from '../emit-event.ts';
import { dropJobFiles, jobsOnClusters } from '../leave-cluster.ts';
import type { ModelOptions } from '../options-schema.ts';
import { followedAtOnce, type RayContext, withRayTurns } from '../ray-turns.ts';
import { decide, keepDecision } from '../retraining/decide.ts';
import { formerPositiveClass } from '../retraining/former-class.ts';
import { growthOf, warnOfGrowth } from '../retraining/growth.ts';
import { prepareWatch, tellFailure } from '../retraining/settle.ts';
import type { TrainingProgress } from '../schemas.ts';
import { takeSnapshot } from '../source.ts';
import { activateTrained, outcomeOf, selectTraining, updateVersion } from '../store.ts';
import { type StageProgress, TrainingRefused, type TrainingRequest } from './messages.ts';
import { learnOnRay } from './on-ray/learn-on-ray.ts';
import { PhaseSpans } from './phases.ts';
import { requireRoom } from './require-room.ts';
import { type RunOptions, runTraining } from './run-training.ts';

type Training = NonNullable<Awaited<ReturnType<typeof selectTraining>>>;

const progressEveryMs = 500;
const lookForRoomEveryMs = 5000;
const noForecast = { eta_seconds: null, best_score: null };
const progressEventEveryMs = 5000;
/** The longest time budget that a training chooses by itself. */
const usualReadingSeconds = 600;

/** Train queued versions, here and on clusters; a permanent failure is stored in the version's record. */
export function trainingHandlers(context: ModelContext): JobHandler<TrainingPayload>[] {
  const ctx = withRayTurns(context, context.config.trainingsAtOnce);
  const usual: Omit<JobHandler<TrainingPayload>, 'kind' | 'concurrency'> = {
    mostOfLane: (projectId) => ctx.limits.of(projectId).trainings_at_once,
    handle: ({ payload }, signal) => trainVersion(ctx, payload, signal),
    giveUp: ({ payload }, error) =>
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
    const onceThereIsRoom = waitingForRoom(ctx, training, signal);
    const snapshotKey = await onceThereIsRoom(() => keepSnapshot(ctx, training, signal));
    if (snapshotKey === undefined) return;
    const learned = await onceThereIsRoom(() => learn(ctx, training, snapshotKey, signal));
    await complete(ctx, training, learned, { policy: payload.policy, onceThereIsRoom, signal });
  } catch (error) {
    if (isSetBack(signal)) await setBack(ctx, training);
    if (!(error instanceof TrainingRefused)) throw error;
    if (error.limit) noteLimit(ctx, training, error.code, error.limit);
    await failVersion(ctx, payload, error.message);
  }
}

/** Repeats the work while the disk is full. The record says what it waits for, once it can be written. */
type OnceThereIsRoom = <Result>(work: () => Promise<Result>) => Promise<Result>;

function waitingForRoom(
  ctx: Pick<ModelServices, 'database' | 'events' | 'log' | 'progress'>,
  training: Training,
  signal: AbortSignal,
): OnceThereIsRoom {
  return async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!tellsOfFullDisk(error)) throw error;
        progressWriter(ctx, training)({ phase: 'waiting for room on the disk', fraction: 0, ...noForecast });
        await wait(lookForRoomEveryMs, undefined, { signal });
      }
    }
  };
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
    emitModelEvent(ctx, transaction, 'started', eventModelOf(training));
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
      emitModelEvent(ctx, transaction, 'queued', eventModelOf(training));
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

interface Learned {
  description: ModelDescription;
  artefactPath: string;
}

async function learn(ctx: RayContext, training: Training, snapshotKey: string, signal: AbortSignal): Promise<Learned> {
  const report = progressWriter(ctx, training);
  const artefactPath = join(ctx.temporaryDirectory, `${newId('req')}.model`);
  const request = {
    snapshotPath: await ctx.blobs.path(snapshotKey),
    artefactPath,
    request: await requestOf(ctx, training),
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

async function requestOf(
  ctx: Pick<ModelServices, 'config' | 'database'>,
  { target, options, ...training }: Training,
): Promise<TrainRequest> {
  const {
    time_budget_seconds,
    order_by,
    group_by,
    known_inputs,
    positive_class,
    engine: _,
    ...same
  } = decodeJson<ModelOptions>(options);
  const renamed = {
    timeBudgetSeconds: time_budget_seconds,
    orderBy: order_by,
    groupBy: group_by,
    knownInputs: known_inputs,
    positiveClass: positive_class,
    formerPositiveClass: await formerPositiveClass(ctx.database, training),
  };
  const threads = ctx.config.trainingThreads || Math.max(1, availableParallelism() - 1);
  const grown = await growthOf(ctx, training);
  return { target, threads, ...renamed, ...(same as Omit<TrainRequest, 'target'>), ...grown };
}

/** Returns a function that stores progress in the record, at most twice a second, and emits it less often. */
function progressWriter(
  ctx: Pick<ModelServices, 'database' | 'events' | 'log' | 'progress'>,
  training: Training,
): (progress: TrainingProgress) => void {
  let last = 0;
  let lastTold = 0;
  return (progress) => {
    if (Date.now() - last < progressEveryMs) return;
    last = Date.now();
    const isTold = Date.now() - lastTold >= progressEventEveryMs;
    if (isTold) lastTold = Date.now();
    const write = async (transaction: Transaction) => {
      const isTraining = await updateVersion(transaction, training, ['training'], { progress: encodeJson(progress) });
      if (isTraining && isTold) emitModelEvent(ctx, transaction, 'progress', eventModelOf(training), progress);
    };
    transact(ctx.database, write).then(
      () => ctx.progress.notify(training.model_id),
      (error) => ctx.log.error({ err: error }, 'progress could not be written'),
    );
  };
}

interface Completion {
  policy: TrainingPayload['policy'];
  onceThereIsRoom: OnceThereIsRoom;
  signal: AbortSignal;
}

async function complete(
  ctx: ModelContext,
  training: Training,
  { description, artefactPath }: Learned,
  { policy, onceThereIsRoom, signal }: Completion,
): Promise<void> {
  // Each run has a file name of its own: deleting the result of one run must not delete that of another.
  const blobKey = `models/${training.model_id}/${training.version}.${newId('req')}.model`;
  const { size } = await stat(artefactPath);
  await onceThereIsRoom(() => ctx.blobs.adopt(blobKey, artefactPath));
  const request = await requestOf(ctx, training);
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
    emitModelEvent(ctx, transaction, 'completed', eventModelOf(training), {
      accuracy: description.accuracy,
      training_seconds: description.trainingSeconds,
    });
    if (decision.activates && (await activateTrained(transaction, training, now)))
      emitModelEvent(ctx, transaction, 'activated', eventModelOf(training));
    await keepDecision(ctx, transaction, eventModelOf(training), decision);
    return true;
  };
  const completed = await onceThereIsRoom(() => transact(ctx.database, commit));
  if (completed) ctx.metrics.trainings.inc({ outcome: 'completed' });
  else await ctx.blobs.delete(blobKey);
  ctx.models.forget(training.model_id);
  ctx.progress.notify(training.model_id);
  await dropJobFiles(ctx, jobsOnClusters([training]));
}

async function failVersion(
  ctx: Pick<ModelServices, 'blobs' | 'database' | 'events' | 'log' | 'metrics' | 'progress'>,
  { modelId, version }: TrainingPayload,
  error: string,
): Promise<void> {
  const change = { status: 'failed' as const, error, progress: null, finished_at: new Date().toISOString() };
  const failed = await transact(ctx.database, async (transaction) => {
    const training = await selectTraining(transaction, modelId, version);
    if (!training || !(await updateVersion(transaction, training, ['queued', 'training'], change))) return false;
    emitModelEvent(ctx, transaction, 'failed', eventModelOf(training));
    return training;
  });
  if (failed) ctx.metrics.trainings.inc({ outcome: 'failed' });
  if (failed) await tellFailure(ctx, failed, error);
  ctx.progress.notify(modelId);
  await dropJobFiles(ctx, jobsOnClusters(failed ? [failed] : []));
}

function eventModelOf({ project_id, model_id, model_name, version }: Training): EventModel {
  return { projectId: project_id, modelId: model_id, name: model_name, version };
}
