import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { dropFiles } from '../../platform/blobs/drop-blobs.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { deleteRecord } from '../../platform/db/records.ts';
import type { ModelStatus } from '../../platform/db/schema/models.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { type Check, isFinal, type Removal } from '../../platform/records/check.ts';
import { requireProject } from '../projects/service.ts';
import type { ModelServices } from './context.ts';
import { type EventModel, emitModelEvent } from './emit-event.ts';
import { dropJobFiles, jobsOnClusters } from './leave-cluster.ts';
import { judgeAgain } from './monitoring/judge-again.ts';
import { deleteReference } from './monitoring/store.ts';
import { abandonPredictions } from './predictions/abandon.ts';
import { recordOf } from './record.ts';
import { challengerOf } from './retraining/challenger-of.ts';
import type { ModelRecord } from './schemas.ts';
import { stopModels } from './stop-models.ts';
import {
  deleteVersionRow,
  type ModelRow,
  type ModelWithVersion,
  models,
  selectModelById,
  selectModels,
  selectShownVersion,
  selectVersion,
  selectVersions,
  touchModel,
  updateVersion,
} from './store.ts';

export interface ModelAddress {
  project: string;
  /** Name or ID, followed by `.N` for version N. */
  model: string;
}

/** A model within its project, the requested version, and whether the address named that version. */
export interface FoundModel extends ModelWithVersion {
  project: { id: string; name: string };
  pinned: boolean;
}

/**
 * Returns the model with its latest version (the active one where the latest was cancelled), or version N of `name.N`;
 * every verb on a model starts with it.
 */
export async function requireModel(
  ctx: Caller & Pick<ModelServices, 'database'>,
  address: ModelAddress,
): Promise<FoundModel> {
  const project = await requireProject(ctx, address.project);
  const [, nameOrId, number] = /^([^.]+)(?:\.(\d{1,9}))?$/.exec(address.model) ?? [];
  const model = nameOrId === undefined ? undefined : await models.find(ctx.database, project.id, nameOrId);
  if (!model) throw models.notFound(project, address.model);
  const version = number
    ? await selectVersion(ctx.database, model.id, Number(number))
    : await selectShownVersion(ctx.database, model);
  if (!version) throw new ServiceError('version_not_found', `Model ${model.name} has no version ${number}.`);
  return { project, model, version, pinned: number !== undefined };
}

export async function listModels(
  ctx: Caller & Pick<ModelServices, 'database'>,
  projectName: string,
  listing: Listing & { status: ModelStatus | undefined },
): Promise<Page<ModelRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await selectModels(ctx.database, project.id, listing);
  return { items: items.map((item) => shownTo(ctx, recordOf(item, project.name))), next };
}

export async function getModel(
  ctx: Caller & Pick<ModelServices, 'database'>,
  address: ModelAddress,
): Promise<ModelRecord> {
  const found = await requireModel(ctx, address);
  return shownTo(ctx, recordOf(found, found.project.name));
}

/** Who may only ask a model is not told the rows or the query that it learned from, which an error may quote. */
function shownTo({ role }: Caller, record: ModelRecord): ModelRecord {
  if (role !== 'predictor') return record;
  return { ...record, source: {}, error: record.error && 'The training failed; editors of the project can read why.' };
}

/** Lists all versions, the newest first. */
export async function listVersions(
  ctx: Caller & Pick<ModelServices, 'database'>,
  address: ModelAddress,
): Promise<ModelRecord[]> {
  const { project, model } = await requireModel(ctx, address);
  const versions = await selectVersions(ctx.database, model.id);
  return versions.map((version) => recordOf({ model, version }, project.name));
}

/** Makes a complete version the active one. */
export async function activateVersion(
  ctx: Caller & Pick<ModelServices, 'database' | 'events' | 'models'>,
  address: ModelAddress,
  number: number,
  check: Check<ModelRecord>,
): Promise<ModelRecord> {
  const found = await requireModel(ctx, address);
  check(recordOf(found, found.project.name));
  await activateOf(ctx, found.model, number);
  return getModel(ctx, address);
}

/** Makes a complete version of a model the active one, with a further change in the same transaction. */
export async function activateOf(
  ctx: Pick<ModelServices, 'database' | 'events' | 'models'>,
  model: ModelRow,
  number: number,
  change: Pick<Partial<ModelRow>, 'challenger'> = {},
): Promise<void> {
  const version = await selectVersion(ctx.database, model.id, number);
  if (!version) throw new ServiceError('version_not_found', `Model ${model.name} has no version ${number}.`);
  if (version.status !== 'complete')
    throw new ServiceError('wrong_state', `Version ${number} is ${version.status}; only a complete one can answer.`);
  const facts = { version: number };
  // Alarms are about the version that answered before; those of this one are opened again.
  const alarms = number === model.active_version ? model.alarms : null;
  const activated = { ...change, active_version: number, alarms };
  await models.change(ctx, model, activated, {
    event: 'activated',
    facts,
    also: async (transaction) => {
      if (model.monitor !== null && number !== model.active_version) await judgeAgain(ctx, transaction, version);
    },
  });
  ctx.models.forget(model.id);
}

function eventModelOf({ project, model, version }: FoundModel): EventModel {
  return { projectId: project.id, modelId: model.id, name: model.name, version: version.version };
}

/** Cancels the training of the version, queued or running. The active version keeps answering. */
export async function cancelTraining(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database' | 'events' | 'jobs' | 'log' | 'metrics' | 'progress'>,
  address: ModelAddress,
): Promise<ModelRecord> {
  const found = await requireModel(ctx, address);
  const { model, version } = found;
  const cancelled = await transact(ctx.database, async (transaction) => {
    const change = { status: 'cancelled' as const, progress: null, finished_at: new Date().toISOString() };
    const stopped = await updateVersion(transaction, version, ['queued', 'training'], change);
    if (stopped && version.job_id) await ctx.jobs.cancel(transaction, version.job_id);
    if (stopped) emitModelEvent(ctx, transaction, 'cancelled', eventModelOf(found));
    return stopped;
  });
  if (!cancelled)
    throw new ServiceError(
      'wrong_state',
      `Version ${version.version} is ${version.status}; nothing is to be cancelled.`,
    );
  await dropJobFiles(ctx, jobsOnClusters([version]));
  ctx.metrics.trainings.inc({ outcome: 'cancelled' });
  ctx.progress.notify(model.id);
  return getModel(ctx, { ...address, model: `${model.id}.${version.version}` });
}

/** Deletes the model with all versions, or version N of `name.N` unless it is active, which no trash keeps. */
export async function deleteModel(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'config' | 'database' | 'events' | 'jobs' | 'log' | 'models'>,
  address: ModelAddress,
  removal: Removal<ModelRecord>,
): Promise<void> {
  const found = await requireModel(ctx, address);
  removal.check(recordOf(found, found.project.name));
  if (found.pinned) refuseLastUse(found);
  else if (!isFinal(ctx, removal)) return trashModel(ctx, found);
  const doomed = found.pinned ? [found.version] : await selectVersions(ctx.database, found.model.id);
  const results = await transact(ctx.database, async (transaction) => {
    const left = found.pinned ? undefined : await abandonPredictions(ctx, transaction, { model_id: found.model.id });
    for (const { job_id } of doomed) if (job_id) await ctx.jobs.cancel(transaction, job_id);
    if (found.pinned) await deleteVersion(transaction, found);
    else await deleteRecord(transaction, 'models', found.model.id);
    emitModelEvent(ctx, transaction, 'deleted', eventModelOf(found), { all_versions: !found.pinned });
    return left;
  });
  ctx.models.forget(found.model.id);
  const artefacts = doomed.flatMap(({ blob_key, snapshot_key }) => [blob_key, snapshot_key]);
  await dropFiles(ctx.blobs, [...artefacts, ...(results?.files ?? [])]);
  await dropJobFiles(ctx, [...jobsOnClusters(doomed), ...(results?.jobsOnClusters ?? [])]);
}

async function trashModel(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'database' | 'events' | 'jobs' | 'log' | 'models'>,
  { model }: FoundModel,
): Promise<void> {
  const clusters = await transact(ctx.database, async (transaction) => {
    const stopped = await stopModels(ctx, transaction, { model_id: model.id });
    const batches = { table: 'predictions', column: 'model_id', value: model.id } as const;
    await models.trashIn(ctx, transaction, model, [batches]);
    return stopped;
  });
  ctx.models.forget(model.id);
  await dropJobFiles(ctx, clusters);
}

/** Whoever activates the version at the same moment finds the model changed, and whoever did so before is not cut off. */
async function deleteVersion(transaction: Transaction, found: FoundModel): Promise<void> {
  await touchModel(transaction, found.model.id);
  const model = await selectModelById(transaction, found.model.id);
  if (model) refuseLastUse({ ...found, model });
  const { version } = found.version;
  await deleteVersionRow(transaction, found.model.id, version);
  await deleteReference(transaction, { model_id: found.model.id, version });
}

function refuseLastUse({ model, version: { version: number } }: FoundModel): void {
  if (number === model.active_version || number === model.latest_version) {
    const reason = number === model.active_version ? 'answers' : 'is the latest';
    throw new ServiceError('wrong_state', `Version ${number} ${reason}; delete the model, or switch first.`);
  }
  const { version, decision } = challengerOf(model) ?? {};
  if (version === number && decision === 'waiting')
    throw new ServiceError('wrong_state', `Version ${number} waits to be accepted: accept or reject it first.`);
}
