import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { dropFiles } from '../../../platform/blobs/drop-blobs.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { transact } from '../../../platform/db/transact.ts';
import { isSetBack, type JobHandler } from '../../../platform/jobs/queue.ts';
import { sayGivenUp } from '../../../platform/jobs/say-given-up.ts';
import { requireWithinStored } from '../../projects/stored-bytes.ts';
import { replaceTable } from '../../tables/replace.ts';
import { type Alongside, createTable } from '../../tables/upload.ts';
import type { ModelContext } from '../context.ts';
import { dropJobFiles } from '../leave-cluster.ts';
import { followedAtOnce, type RayContext, withRayTurns } from '../ray-turns.ts';
import type { FileAnswered } from '../serving/files/messages.ts';
import type { PredictParams } from '../serving/predict-request.ts';
import { TrainingRefused } from '../training/messages.ts';
import { emitPredictionEvent } from './emit-event.ts';
import { predictOnRay } from './on-ray/predict-on-ray.ts';
import { progressWriter } from './progress.ts';
import { modelOf, takeRows } from './rows.ts';
import { type PredictionPayload, predictionJob, rayPredictionJob } from './service.ts';
import { jobsOf, type PredictionRow, selectPrediction, updatePrediction } from './store.ts';

const batchesAtOnce = 2;
const mostFollowedOfProject = 8;

/** Compute queued batches, here and on clusters; a permanent failure is stored in the batch's record. */
export function predictionHandlers(context: ModelContext): JobHandler<PredictionPayload>[] {
  const ctx = withRayTurns(context, batchesAtOnce);
  const usual: Omit<JobHandler<PredictionPayload>, 'kind' | 'concurrency'> = {
    handle: ({ payload }, signal) => predictBatch(ctx, payload.id, signal),
    onFailed: ({ payload }, error) =>
      fail(ctx, payload.id, sayGivenUp(error, 'The process that predicts broke off three times')),
  };
  return [
    { ...usual, kind: predictionJob, concurrency: batchesAtOnce },
    { ...usual, kind: rayPredictionJob, concurrency: followedAtOnce, laneConcurrency: () => mostFollowedOfProject },
  ];
}

async function predictBatch(ctx: RayContext, id: string, signal: AbortSignal): Promise<void> {
  const started = { status: 'running' as const, started_at: new Date().toISOString() };
  if (!(await updatePrediction(ctx.database, id, ['queued', 'running'], started))) return;
  const batch = await selectPrediction(ctx.database, id);
  if (!batch) return;
  const outputPath = join(ctx.temporaryDirectory, `${newId('req')}.predicted`);
  const predict = batch.engine === null ? predictHere : predictOnRay;
  try {
    const answered = await predict(ctx, batch, outputPath, signal);
    ctx.metrics.predictions.rows += answered.rows;
    await complete(ctx, batch, { outputPath, ...answered }, signal);
    await dropJobFiles(ctx, jobsOf([batch]));
  } catch (error) {
    if (isSetBack(signal))
      await updatePrediction(ctx.database, id, ['running'], { status: 'queued', phase: null, started_at: null });
    if (signal.aborted) throw error;
    const isRefusal = error instanceof TrainingRefused || (error instanceof ServiceError && error.status < 500);
    if (!isRefusal) throw error;
    await fail(ctx, id, error.message);
  } finally {
    await rm(outputPath, { force: true });
  }
}

async function predictHere(
  ctx: ModelContext,
  batch: PredictionRow,
  outputPath: string,
  signal: AbortSignal,
): Promise<FileAnswered> {
  const snapshotKey = await takeRows(ctx, batch, signal);
  try {
    return await predictRows(ctx, batch, { snapshotKey, outputPath }, signal);
  } finally {
    await dropFiles(ctx.blobs, [snapshotKey]);
  }
}

async function predictRows(
  ctx: ModelContext,
  { id, ...batch }: PredictionRow,
  { snapshotKey, outputPath }: { snapshotKey: string; outputPath: string },
  signal: AbortSignal,
): Promise<FileAnswered> {
  const { model, picks } = await modelOf(ctx, batch);
  const request = {
    model,
    picks: picks?.order,
    source: { path: await ctx.blobs.path(snapshotKey), format: 'parquet' as const },
    params: decodeJson<PredictParams>(batch.params),
    maxRows: null,
    outputPath,
    answer: 'parquet' as const,
  };
  const write = progressWriter(ctx, { id, ...batch }, 'predicting');
  const { training_memory_bytes: memoryBytes } = ctx.limits.of(batch.project_id);
  const onRows = (rows: number, total: number) => write(rows, total);
  const answered = await ctx.filePredicting.predictJob(request, { memoryBytes, signal, onRows });
  if (answered.seen) picks?.add(answered.seen);
  return answered;
}

interface Answered {
  outputPath: string;
  rows: number;
  /** Names of the columns of text. */
  texts: string[];
}

/**
 * Keeps the result and ends the batch. The table of the result appears in the same transaction: a batch that a crash
 * cuts off runs again, and must not find its own table.
 */
async function complete(
  ctx: ModelContext,
  batch: PredictionRow,
  { outputPath, rows, texts }: Answered,
  signal: AbortSignal,
): Promise<void> {
  const { size: byte_size } = await stat(outputPath);
  // Backup archives allow names of a hundred bytes.
  const blob_key = `predictions/${batch.id}.${newId('req')}.parquet`;
  const told = await named(ctx, batch);
  const change = { status: 'complete' as const, phase: null, rows_done: rows, byte_size, blob_key };
  const end: Alongside = async (transaction) => {
    // Queued: a node that lost the job to this one may have set it back.
    const states = ['queued', 'running'] as const;
    if (!(await updatePrediction(transaction, batch.id, [...states], { ...change, ...ended() }))) throw new Gone();
    await requireWithinStored(transaction, ctx, { id: batch.project_id, name: batch.project_id });
    emitPredictionEvent(ctx, transaction, 'completed', told, { rows });
  };
  await ctx.blobs.adopt(blob_key, outputPath);
  try {
    if (batch.into_table === null) await transact(ctx.database, end);
    else await makeTable(ctx, batch, { blob_key, texts }, end, signal);
  } catch (error) {
    await dropFiles(ctx.blobs, [blob_key]);
    if (!(error instanceof Gone)) throw error;
  }
}

/** The batch was deleted while it ran. */
class Gone extends Error {}

/** Makes a table of the result; its column types are kept as they are, without detecting them again. */
async function makeTable(
  ctx: ModelContext,
  batch: PredictionRow,
  { blob_key, texts }: { blob_key: string; texts: string[] },
  end: Alongside,
  signal: AbortSignal,
): Promise<void> {
  await updatePrediction(ctx.database, batch.id, ['running'], { phase: 'writing the table' });
  const types = Object.fromEntries(texts.map((name) => [name, 'text' as const]));
  const file = { path: await ctx.blobs.path(blob_key), format: 'parquet' as const, options: { types } };
  const address = { project: batch.project_id, table: batch.into_table! };
  const asOwner = { ...ctx, actor: batch.created_by ?? ctx.actor };
  await (batch.replaces ? replaceTable : createTable)(asOwner, address, file, signal, end);
}

async function fail(ctx: ModelContext, id: string, error: string): Promise<void> {
  const batch = await selectPrediction(ctx.database, id);
  if (!batch) return;
  const told = await named(ctx, batch);
  await transact(ctx.database, async (transaction) => {
    const change = { status: 'failed' as const, phase: null, error, ...ended() };
    if (await updatePrediction(transaction, id, ['queued', 'running'], change))
      emitPredictionEvent(ctx, transaction, 'failed', told);
  });
  await dropJobFiles(ctx, jobsOf([batch]));
}

function ended() {
  return { finished_at: new Date().toISOString() };
}

async function named({ database }: Pick<ModelContext, 'database'>, batch: PredictionRow) {
  const row = await database.selectFrom('models').select('name').where('id', '=', batch.model_id).executeTakeFirst();
  return { ...batch, model: row?.name ?? batch.model_id };
}
