import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Caller } from '../../../caller.ts';
import { invalidField, ServiceError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { dropFiles } from '../../../platform/blobs/drop-blobs.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { Check } from '../../../platform/records/check.ts';
import { holdProject } from '../../../platform/records/hold-project.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import { requireFreeName } from '../../tables/upload.ts';
import { requireCluster } from '../cluster-of.ts';
import type { ModelContext, ModelServices } from '../context.ts';
import { requireAnswering } from '../describe.ts';
import { dropJobFiles } from '../leave-cluster.ts';
import type { WorkEngine } from '../options-schema.ts';
import { type FoundModel, type ModelAddress, requireModel } from '../service.ts';
import { refuseParamsOfOthers, refuseUnknownColumns } from '../serving/check-request.ts';
import type { TableDialect } from '../serving/files/in-dialect.ts';
import type { AnswerFormat, Formulas } from '../serving/files/messages.ts';
import { sourceColumns } from '../source.ts';
import { dialectOf } from './dialect-of.ts';
import { emitPredictionEvent } from './emit-event.ts';
import { progressOf } from './progress-of.ts';
import type { PredictionCreation, PredictionRecord } from './schemas.ts';
import {
  deletePredictionRow,
  insertPrediction,
  jobsOf,
  type PredictionRow,
  selectPrediction,
  selectPredictions,
} from './store.ts';

export const predictionJob = 'predict rows';
export const rayPredictionJob = 'predict rows on Ray';
/** Maximum waiting batches per project. */
const mostWaiting = 100;

export interface PredictionPayload {
  id: string;
}

export interface PredictionAddress extends ModelAddress {
  prediction: string;
}

/** Creates the batch, `queued`; the queue starts it. Errors that can be detected now are refused now. */
export async function createPrediction(
  ctx: ModelContext,
  address: ModelAddress,
  { from, into, params = {}, engine }: PredictionCreation,
): Promise<PredictionRecord> {
  const found = await requireModel(ctx, address);
  const { project, model } = found;
  const { version, description } = await requireAnswering(ctx, found);
  refuseParamsOfOthers(decodeJson(description!), params);
  if (engine) refuseEngine(ctx, engine, decodeJson(description!));
  refuseUnknownColumns(decodeJson(description!), await sourceColumns(ctx, project, from), params);
  if (into && !into.replace) await requireFreeName(ctx, project.id, into.table);
  const dialect = await dialectOf(ctx, project, from);
  const now = new Date().toISOString();
  const id = newId('prd');
  const row = {
    id,
    project_id: project.id,
    model_id: model.id,
    version,
    status: 'queued' as const,
    source: encodeJson(from),
    params: encodeJson(params),
    engine: engine ? encodeJson(engine) : null,
    dialect: dialect ? encodeJson(dialect) : null,
    into_table: into?.table ?? null,
    replaces: into?.replace ? 1 : 0,
    rows_done: 0,
    phase: null,
    row_count: null,
    byte_size: null,
    blob_key: null,
    error: null,
    created_at: now,
    created_by: ctx.actor,
    updated_at: now,
    started_at: null,
    finished_at: null,
  };
  const written = await transact(ctx.database, async (transaction) => {
    await holdProject(transaction, project);
    const whole = { ...row, job_id: await enqueue(ctx, transaction, row) };
    await insertPrediction(transaction, whole);
    emitPredictionEvent(ctx, transaction, 'queued', { ...whole, model: model.name });
    return whole;
  });
  return recordOf(written, found);
}

function refuseEngine(ctx: Pick<ModelServices, 'config'>, engine: WorkEngine, { task }: ModelDescription): void {
  requireCluster(ctx, engine, '/engine');
  if (task === 'forecast')
    throw invalidField('/engine', 'predicts no forecasts: these are worked out already', 'not_allowed');
}

function enqueue(
  ctx: ModelContext,
  transaction: Transaction,
  { id, project_id, engine }: Pick<PredictionRow, 'id' | 'project_id' | 'engine'>,
) {
  const payload: PredictionPayload = { id };
  const lane = { id: project_id, queueLimit: { name: 'predictions_queued', value: mostWaiting } } as const;
  // Jobs of different kinds do not wait for each other's places.
  const kind = engine === null ? predictionJob : rayPredictionJob;
  return ctx.jobs.enqueue(transaction, { kind, payload, lane, maxAttempts: 3 });
}

export async function listPredictions(
  ctx: Caller & Pick<ModelServices, 'database'>,
  address: ModelAddress,
): Promise<PredictionRecord[]> {
  const found = await requireModel(ctx, address);
  return (await selectPredictions(ctx.database, found.model.id)).map((row) => recordOf(row, found));
}

export async function getPrediction(
  ctx: Caller & Pick<ModelServices, 'database'>,
  address: PredictionAddress,
): Promise<PredictionRecord> {
  const { found, row } = await requirePrediction(ctx, address);
  return recordOf(row, found);
}

async function requirePrediction(ctx: Caller & Pick<ModelServices, 'database'>, address: PredictionAddress) {
  const found = await requireModel(ctx, address);
  const row = await selectPrediction(ctx.database, address.prediction);
  if (row?.model_id === found.model.id) return { found, row };
  const detail = `Model ${found.model.name} has no batch of predictions ${address.prediction}.`;
  throw new ServiceError('prediction_not_found', detail);
}

/** Deletes the batch with its result, cancelling it first if necessary. A table made of the result stays. */
export async function deletePrediction(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database' | 'events' | 'jobs' | 'log'>,
  address: PredictionAddress,
  check: Check<PredictionRecord>,
): Promise<void> {
  const { found, row } = await requirePrediction(ctx, address);
  check(recordOf(row, found));
  const isActive = row.status === 'queued' || row.status === 'running';
  await transact(ctx.database, async (transaction) => {
    if (row.job_id !== null) await ctx.jobs.cancel(transaction, row.job_id);
    if (await deletePredictionRow(transaction, row.id))
      emitPredictionEvent(ctx, transaction, isActive ? 'cancelled' : 'deleted', { ...row, model: found.model.name });
  });
  await dropFiles(ctx.blobs, [row.blob_key]);
  if (isActive) await dropJobFiles(ctx, jobsOf([row]));
}

/** A local file with the result; the caller deletes it when it is a copy. */
export interface PredictionFile {
  path: string;
  /** Of a text file. */
  encoding?: string | undefined;
  byteSize: number;
  isCopy: boolean;
}

/** Returns the result as stored, or converted to another format; a text is written like the file of the predicted table. */
export async function downloadPrediction(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database' | 'filePredicting' | 'temporaryDirectory'>,
  address: PredictionAddress,
  { format, formulas }: { format: AnswerFormat; formulas?: Formulas | undefined },
  signal: AbortSignal,
): Promise<PredictionFile> {
  const { row } = await requirePrediction(ctx, address);
  if (row.blob_key === null)
    throw new ServiceError('wrong_state', `The predictions are ${row.status}${row.error ? `: ${row.error}` : ''}.`);
  const path = await ctx.blobs.path(row.blob_key);
  if (format === 'parquet') return { path, byteSize: (await stat(path)).size, isCopy: false };
  const outputPath = join(ctx.temporaryDirectory, `${newId('req')}.answer`);
  const dialect = row.dialect === null ? undefined : decodeJson<TableDialect>(row.dialect);
  const conversion = { path, outputPath, format, formulas, dialect };
  const { encoding } = await ctx.filePredicting.convert(conversion, requesterOf(ctx, row.project_id, signal));
  return { path: outputPath, encoding, byteSize: (await stat(outputPath)).size, isCopy: true };
}

function recordOf(row: PredictionRow, { project, model }: Pick<FoundModel, 'project' | 'model'>): PredictionRecord {
  const address = `/api/projects/${project.name}/models/${model.name}/predictions/${row.id}`;
  return {
    id: row.id,
    project: project.name,
    model: model.name,
    version: row.version,
    status: row.status,
    progress: progressOf(row),
    rows: row.status === 'complete' ? row.rows_done : null,
    byte_size: row.byte_size,
    from: decodeJson(row.source),
    into: row.into_table === null ? null : { table: row.into_table, replace: row.replaces === 1 },
    params: decodeJson(row.params),
    engine: row.engine === null ? null : decodeJson(row.engine),
    download: row.blob_key === null ? null : `${address}/download`,
    error: row.error,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by: row.created_by,
    started_at: row.started_at,
    finished_at: row.finished_at,
  };
}
