import { invalidField, ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { encodeJson } from '../../platform/db/json.ts';
import { insertRecord, updateRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import { holdProject } from '../../platform/records/hold-project.ts';
import { requireProject } from '../projects/service.ts';
import { requireCluster } from './cluster-of.ts';
import type { ModelContext, ModelServices } from './context.ts';
import { emitModelEvent } from './emit-event.ts';
import { type ModelOptions, settledOptions } from './options-schema.ts';
import type { RetrainingPolicy } from './retraining/schedule.ts';
import type { ModelCreation, ModelRecord, ModelRetraining } from './schemas.ts';
import { type FoundModel, getModel, type ModelAddress, requireModel } from './service.ts';
import { discardSource, type KeptSource, type PreparedSource, prepareSource, type SourceRequest } from './source.ts';
import { insertVersion, models } from './store.ts';

export const trainingJob = 'train model';
export const rayTrainingJob = 'train model on Ray';

export interface TrainingPayload {
  modelId: string;
  version: number;
  /** Of this version, instead of the model's. */
  policy?: RetrainingPolicy;
}

/** Creates the model with its first version, `queued`; the queue starts the training. `kept` stands in for `from`. */
export async function createModel(
  ctx: ModelContext,
  projectName: string,
  input: ModelCreation,
  kept?: KeptSource,
): Promise<ModelRecord> {
  const project = await requireProject(ctx, projectName);
  const target = readTarget(input);
  const options = settledOptions(input.options ?? {});
  if (options.engine) requireCluster(ctx, options.engine, '/options/engine');
  const id = newId('mdl');
  const request = { project, request: kept ?? input.from, target, options, owner: id };
  const source = await prepareSource(ctx, request).catch((error) => {
    throw input.target === undefined ? inOtherSpelling(error) : error;
  });
  const now = new Date().toISOString();
  const write = async (transaction: Transaction) => {
    await holdProject(transaction, project);
    await insertRecord(transaction, 'models', {
      id,
      project_id: project.id,
      name: input.name,
      target,
      active_version: null,
      latest_version: 1,
      created_at: now,
      updated_at: now,
      created_by: ctx.actor,
    });
    await queueVersion(ctx, transaction, {
      projectId: project.id,
      modelId: id,
      version: 1,
      source,
      options,
      grownFrom: null,
    });
    emitModelEvent(ctx, transaction, 'queued', { projectId: project.id, modelId: id, name: input.name, version: 1 });
  };
  await transact(ctx.database, write).catch((error) => refuseVersion(ctx, source, error, input.name));
  return getModel(ctx, { project: project.id, model: id });
}

function readTarget({ target, predict }: ModelCreation): string {
  if (target !== undefined && predict !== undefined && target !== predict)
    throw invalidField('/predict', 'is another spelling of `target`; give one of the two');
  const column = target ?? predict;
  if (column === undefined) throw invalidField('/target', 'is required: the column to predict', 'required');
  return column;
}

/** Names the field that the caller gave. */
function inOtherSpelling(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { code, message, extensions, headers, cause } = error;
  const errors = error.errors?.map((fault) =>
    fault.pointer === '/target' ? { ...fault, pointer: '/predict' } : fault,
  );
  return new ServiceError(code, message.replace(/^\/target\b/, '/predict'), { errors, extensions, headers, cause });
}

/** Trains a new version on the former source or another one; the active version keeps answering. */
export async function retrainModel(
  ctx: ModelContext,
  address: ModelAddress,
  input: ModelRetraining,
  kept?: KeptSource,
): Promise<ModelRecord> {
  const found = await requireModel(ctx, address);
  const { version } = found;
  const options = input?.options ? settledOptions(input.options) : (JSON.parse(version.options) as ModelOptions);
  if (options.engine) requireCluster(ctx, options.engine, '/options/engine');
  const request = kept ?? input?.from ?? { again: version };
  return trainNext(ctx, found, { request, options, grownFrom: null, ...(input?.policy && { policy: input.policy }) });
}

/** How a further version learns. */
interface Learning {
  request: SourceRequest;
  options: ModelOptions;
  grownFrom: number | null;
  policy?: RetrainingPolicy;
}

/** Queues the training of the next version, unless one is queued or runs. */
export async function trainNext(
  ctx: ModelContext,
  { project, model, version }: FoundModel,
  { request, options, ...learning }: Learning,
): Promise<ModelRecord> {
  if (version.status === 'queued' || version.status === 'training')
    throw new ServiceError('wrong_state', `Version ${version.version} is ${version.status}; cancel it or wait for it.`);
  const number = model.latest_version + 1;
  const source = await prepareSource(ctx, {
    project,
    request,
    target: model.target,
    options,
    owner: model.id,
  });
  await transact(ctx.database, async (transaction) => {
    await holdProject(transaction, project);
    const change = { latest_version: number, updated_at: new Date().toISOString() };
    if (!(await updateRecord(transaction, 'models', model, change)))
      throw new ServiceError('wrong_state', 'Somebody changed the model at the same moment; read it again and repeat.');
    await queueVersion(ctx, transaction, {
      projectId: project.id,
      modelId: model.id,
      version: number,
      source,
      options,
      ...learning,
    });
    emitModelEvent(ctx, transaction, 'queued', {
      projectId: project.id,
      modelId: model.id,
      name: model.name,
      version: number,
    });
  }).catch((error) => refuseVersion(ctx, source, error, model.name));
  return getModel(ctx, { project: project.id, model: `${model.id}.${number}` });
}

interface NewVersion extends TrainingPayload {
  projectId: string;
  source: PreparedSource;
  options: ModelOptions;
  grownFrom: number | null;
}

async function queueVersion(
  ctx: Pick<ModelServices, 'jobs' | 'limits'>,
  transaction: Transaction,
  { projectId, modelId, version, source, options, grownFrom, policy }: NewVersion,
): Promise<void> {
  const payload: TrainingPayload = { modelId, version, ...(policy && { policy }) };
  const value = ctx.limits.of(projectId).trainings_queued;
  const lane = { id: projectId, queueLimit: { name: 'trainings_queued', value } } as const;
  // Jobs of different kinds do not wait for each other's places.
  const kind = options.engine ? rayTrainingJob : trainingJob;
  const jobId = await ctx.jobs.enqueue(transaction, { kind, payload, lane, maxAttempts: 3 });
  await insertVersion(transaction, {
    model_id: modelId,
    version,
    status: 'queued',
    source: encodeJson(source.description),
    options: encodeJson(options),
    snapshot_key: source.snapshotKey,
    grown_from: grownFrom,
    job_id: jobId,
    created_at: new Date().toISOString(),
    task: null,
    progress: null,
    accuracy: null,
    accuracies: null,
    baseline: null,
    standard_errors: null,
    validation: null,
    inputs: null,
    row_count: null,
    warnings: null,
    training_seconds: null,
    error: null,
    blob_key: null,
    description: null,
    started_at: null,
    finished_at: null,
  });
}

async function refuseVersion(
  ctx: Pick<ModelServices, 'blobs'>,
  source: PreparedSource,
  error: unknown,
  name: string,
): Promise<never> {
  await discardSource(ctx, source);
  if (isUniqueViolation(error)) throw models.nameTaken(name);
  throw error;
}
