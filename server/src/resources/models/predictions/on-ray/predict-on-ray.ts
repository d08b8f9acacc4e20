import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ServiceError } from '../../../../errors.ts';
import { newId } from '../../../../ids.ts';
import { dropFiles } from '../../../../platform/blobs/drop-blobs.ts';
import { decodeJson } from '../../../../platform/db/json.ts';
import { ClusterFailed } from '../../../../platform/ray/cluster.ts';
import { type JobFiles, TooLarge } from '../../../../platform/ray/job-files.ts';
import { runOnRay } from '../../../../platform/ray/run-job.ts';
import { clusterOf } from '../../cluster-of.ts';
import type { ModelContext } from '../../context.ts';
import { leaveCluster } from '../../leave-cluster.ts';
import type { WorkEngine } from '../../options-schema.ts';
import { inTurn, type RayContext } from '../../ray-turns.ts';
import type { FileAnswered } from '../../serving/files/messages.ts';
import type { PredictParams } from '../../serving/predict-request.ts';
import { TrainingRefused } from '../../training/messages.ts';
import { progressWriter } from '../progress.ts';
import { modelOf, takeRows } from '../rows.ts';
import { type PredictionRow, selectPrediction } from '../store.ts';

/** The rows as they were sent to the cluster: the table may have changed when its figures are there. */
const snapshotName = 'snapshot.parquet';
const partsName = 'parts.json';
const mostPartBytes = 1024 ** 3;
const mostListBytes = 64 * 1024 ** 2;

/**
 * Predicts on the cluster that the batch names. A failure leaves nothing there unless somebody takes the job over; after
 * a success the files stay until the batch is complete.
 */
export async function predictOnRay(
  ctx: RayContext,
  batch: PredictionRow,
  outputPath: string,
  signal: AbortSignal,
): Promise<FileAnswered> {
  const engine = decodeJson<WorkEngine>(batch.engine!);
  const jobId = batch.job_id!;
  try {
    return await run(ctx, { batch, engine, jobId }, outputPath, signal);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal || (signal.aborted && !(await isWanted(ctx, batch)))) await leaveCluster(ctx, engine, jobId);
    throw refusal ?? error;
  }
}

interface RayBatch {
  batch: PredictionRow;
  engine: WorkEngine;
  jobId: string;
}

/** A part of the rows, and the names of its files. */
interface Part {
  rows: string;
  figures: string;
  start: number;
  count: number;
}

async function run(
  ctx: RayContext,
  { batch, engine, jobId }: RayBatch,
  outputPath: string,
  signal: AbortSignal,
): Promise<FileAnswered> {
  const requester = { project: batch.project_id, signal };
  let total: number | undefined;
  const files = await runOnRay(clusterOf(ctx, engine), ctx.blobs, {
    jobId,
    module: 'sibyl_scorer.predict',
    async describe(own) {
      const { names, parts } = await inTurn(ctx, requester, () => shareRows(ctx, batch, own, signal));
      total = parts.reduce((sum, { count }) => sum + count, 0);
      await own.write(partsName, parts);
      const { modelKey } = (await modelOf(ctx, batch)).model;
      const share = async ({ rows, figures, start }: Part) => ({
        rows: await own.address(rows, 'read'),
        figures: await own.address(figures, 'write'),
        start,
      });
      return {
        model: await ctx.blobs.share(modelKey, 'read'),
        names,
        params: decodeJson<PredictParams>(batch.params),
        parts: await Promise.all(parts.map(share)),
      };
    },
    onProgress: tellRows(ctx, batch, () => total),
    signal,
  });
  return inTurn(ctx, requester, () => joinFigures(ctx, batch, { files, outputPath }, signal));
}

/** Takes the rows, cuts them into files, and moves each to the cluster's reach. */
async function shareRows(ctx: ModelContext, batch: PredictionRow, files: JobFiles, signal: AbortSignal) {
  const snapshotKey = await takeRows(ctx, batch, signal);
  const folder = join(ctx.temporaryDirectory, `${newId('req')}.rows`);
  await mkdir(folder);
  const parts: Part[] = [];
  let moved = Promise.resolve();
  try {
    await ctx.blobs.copy(snapshotKey, files.keyOf(snapshotName));
    const request = { path: await ctx.blobs.path(snapshotKey), folder };
    const { names } = await ctx.filePredicting.cutRows(request, limitsOf(ctx, batch, signal), (part) => {
      const rows = basename(part.path);
      parts.push({ rows, figures: rows.replace(/^rows-(\d+).*/, 'figures-$1.parquet'), ...part });
      moved = moved.then(() => files.adopt(rows, part.path));
      moved.catch(() => {}); // told below
    });
    await moved;
    return { names, parts: parts.map(({ rows, figures, start, count }) => ({ rows, figures, start, count })) };
  } finally {
    await moved.catch(() => {});
    await dropFiles(ctx.blobs, [snapshotKey]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the figures of the cluster, which are untrusted, beside the rows. */
async function joinFigures(
  ctx: ModelContext,
  batch: PredictionRow,
  { files, outputPath }: { files: JobFiles; outputPath: string },
  signal: AbortSignal,
): Promise<FileAnswered> {
  const parts = JSON.parse((await files.read(partsName, mostListBytes)) ?? '[]') as Part[];
  const paths: { path: string; count: number }[] = [];
  for (const { figures, count } of parts) {
    const path = await files.path(figures, mostPartBytes);
    if (path === undefined) throw new ClusterFailed('The job on the cluster succeeded, and left out some of the rows.');
    paths.push({ path, count });
  }
  const request = {
    model: (await modelOf(ctx, batch)).model,
    source: await ctx.blobs.path(files.keyOf(snapshotName)),
    params: decodeJson<PredictParams>(batch.params),
    figures: paths,
    outputPath,
  };
  return ctx.filePredicting.joinFigures(request, limitsOf(ctx, batch, signal));
}

function limitsOf(ctx: ModelContext, batch: PredictionRow, signal: AbortSignal) {
  const { training_memory_bytes: memoryBytes } = ctx.limits.of(batch.project_id);
  return { memoryBytes, signal, onRows: progressWriter(ctx, batch, 'sending the rows') };
}

function tellRows(ctx: ModelContext, batch: PredictionRow, total: () => number | undefined) {
  const tellWaiting = progressWriter(ctx, batch, 'waiting for the cluster');
  const tellPredicting = progressWriter(ctx, batch, 'predicting');
  return ({ rows }: Readonly<Record<string, unknown>>) => {
    if (typeof rows === 'number' && Number.isSafeInteger(rows) && rows >= 0) tellPredicting(rows, total());
    else tellWaiting(0, total());
  };
}

async function isWanted({ database }: Pick<ModelContext, 'database'>, { id }: PredictionRow): Promise<boolean> {
  const status = (await selectPrediction(database, id))?.status;
  return status === 'queued' || status === 'running';
}

/** Returns what failed for good; undefined for what another run may do better. */
function refusalOf(error: unknown): TrainingRefused | undefined {
  if (error instanceof TrainingRefused) return error;
  const isFinal =
    error instanceof ClusterFailed ||
    error instanceof TooLarge ||
    (error instanceof ServiceError && error.status < 500);
  return isFinal ? new TrainingRefused(error.message) : undefined;
}
