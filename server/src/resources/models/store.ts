import { worthOf } from '@sibyl/engine/curves/threshold-worth.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { isPostgres } from '../../platform/db/engine.ts';
import { encodeJson, type Json } from '../../platform/db/json.ts';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { ModelStatus, ModelTable, ModelVersionTable } from '../../platform/db/schema/models.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';

export type ModelRow = Selectable<ModelTable>;
export type VersionRow = Selectable<ModelVersionTable>;
export interface ModelWithVersion {
  model: ModelRow;
  version: VersionRow;
}

export const models = new ProjectRecords({
  table: 'models',
  noun: 'model',
  taken: 'in this project already; retrain it or delete it',
  stale: 'read it again and repeat',
});

export function insertVersion(database: Database, row: Insertable<ModelVersionTable>) {
  return database.insertInto('model_versions').values(row).execute();
}

/** Selects a page of the project's models, each with the version that its record shows. */
export async function selectModels(
  database: Database,
  projectId: string,
  { status, ...listing }: Listing & { status: ModelStatus | undefined },
): Promise<Page<ModelWithVersion>> {
  const query = joinShownVersion(database)
    .where('project_id', '=', projectId)
    .$if(status !== undefined, (builder) => builder.where('status', '=', status ?? 'queued'))
    .selectAll('models');
  const { items, next } = await fetchPage(query, 'models', listing);
  const versions = await selectShownVersions(database, items);
  return { items: items.map((model) => ({ model, version: versions.get(model.id)! })), next };
}

function joinLatestVersion(database: Database) {
  return database
    .selectFrom('models')
    .innerJoin('model_versions', (join) =>
      join
        .onRef('model_versions.model_id', '=', 'models.id')
        .onRef('model_versions.version', '=', 'models.latest_version'),
    );
}

/** The latest version; the active one where the latest was cancelled, which says nothing of the model. */
function joinShownVersion(database: Database) {
  return database.selectFrom('models').innerJoin('model_versions', (join) =>
    join.onRef('model_versions.model_id', '=', 'models.id').on((where) => {
      const latest = where
        .selectFrom('model_versions as latest')
        .select('latest.version')
        .whereRef('latest.model_id', '=', 'models.id')
        .whereRef('latest.version', '=', 'models.latest_version')
        .where('latest.status', '=', 'cancelled');
      const shown = where
        .case()
        .when(where.and([where('models.active_version', 'is not', null), where.exists(latest)]))
        .then(where.ref('models.active_version'))
        .else(where.ref('models.latest_version'))
        .end();
      return where('model_versions.version', '=', shown);
    }),
  );
}

async function selectShownVersions(database: Database, models: ModelRow[]): Promise<Map<string, VersionRow>> {
  if (models.length === 0) return new Map();
  const ids = models.map((model) => model.id);
  const rows = await joinShownVersion(database).where('models.id', 'in', ids).selectAll('model_versions').execute();
  return new Map(rows.map((row) => [row.model_id, row]));
}

/** Selects the version that the model's record shows. */
export async function selectShownVersion(database: Database, model: ModelRow): Promise<VersionRow | undefined> {
  return (await selectShownVersions(database, [model])).get(model.id);
}

export function selectVersion(database: Database, modelId: string, version: number): Promise<VersionRow | undefined> {
  return database
    .selectFrom('model_versions')
    .selectAll()
    .where('model_id', '=', modelId)
    .where('version', '=', version)
    .executeTakeFirst();
}

export function selectVersions(database: Database, modelId: string): Promise<VersionRow[]> {
  return database
    .selectFrom('model_versions')
    .selectAll()
    .where('model_id', '=', modelId)
    .orderBy('version', 'desc')
    .execute();
}

/**
 * Selects jobs and files of all versions of a project. The rows are locked, so that none gets another file until the
 * transaction ends.
 */
export function selectProjectVersions(database: Database, projectId: string) {
  return database
    .selectFrom('model_versions')
    .innerJoin('models', 'models.id', 'model_versions.model_id')
    .where('project_id', '=', projectId)
    .select(['status', 'job_id', 'options', 'blob_key', 'snapshot_key'])
    .$if(isPostgres(database), (query) => query.forUpdate('model_versions'))
    .execute();
}

/** Selects the versions of a model or project whose training has not ended. */
export function selectWorkingVersions(database: Database, owner: { model_id: string } | { project_id: string }) {
  const query = database
    .selectFrom('model_versions')
    .innerJoin('models', 'models.id', 'model_versions.model_id')
    .where('status', 'in', ['queued', 'training'])
    .selectAll('model_versions');
  return 'model_id' in owner
    ? query.where('model_id', '=', owner.model_id).execute()
    : query.where('project_id', '=', owner.project_id).execute();
}

/** Selects model and project of a queued training; undefined when they are gone. */
export function selectTraining(database: Database, modelId: string, version: number) {
  return database
    .selectFrom('model_versions')
    .innerJoin('models', 'models.id', 'model_versions.model_id')
    .innerJoin('projects', 'projects.id', 'models.project_id')
    .where('model_id', '=', modelId)
    .where('model_versions.version', '=', version)
    .selectAll('model_versions')
    .select(['models.name as model_name', 'models.target', 'models.project_id', 'projects.name as project_name'])
    .executeTakeFirst();
}

/** A version as its training needs it. */
export type Training = NonNullable<Awaited<ReturnType<typeof selectTraining>>>;

/** Updates a version that is still in one of `states`; returns whether it was. */
export async function updateVersion(
  database: Database,
  { model_id, version }: Pick<VersionRow, 'model_id' | 'version'>,
  states: ModelStatus[],
  change: Updateable<ModelVersionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('model_versions')
    .set(change)
    .where('model_id', '=', model_id)
    .where('version', '=', version)
    .where('status', 'in', states)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deleteVersionRow(database: Database, modelId: string, version: number) {
  return database.deleteFrom('model_versions').where('model_id', '=', modelId).where('version', '=', version).execute();
}

/** Selects the jobs of versions that are not finished. */
export async function selectWorkingJobs(database: Database): Promise<(string | null)[]> {
  const rows = await database
    .selectFrom('model_versions')
    .select('job_id')
    .where('status', 'in', ['queued', 'training'])
    .execute();
  return rows.map(({ job_id }) => job_id);
}

/** Requeues versions that were being trained at a crash; their jobs run again. */
export function requeueTrainings(database: Database) {
  return database
    .updateTable('model_versions')
    .set({ status: 'queued', progress: null, started_at: null })
    .where('status', '=', 'training')
    .execute();
}

/** Selects all model files that versions refer to, which a sweep must keep. */
export async function selectBlobKeys(database: Database): Promise<Set<string>> {
  const rows = await database.selectFrom('model_versions').select(['blob_key', 'snapshot_key']).execute();
  return new Set(rows.flatMap(({ blob_key, snapshot_key }) => [blob_key, snapshot_key].filter((key) => key !== null)));
}

/** Activates a newly trained version unless a later one is active; returns whether it did. */
export async function activateTrained(
  database: Database,
  { model_id, version }: Pick<VersionRow, 'model_id' | 'version'>,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('models')
    .set((row) => ({ active_version: version, alarms: null, updated_at: now, revision: row('revision', '+', 1) }))
    .where('id', '=', model_id)
    .where((row) => row.or([row('active_version', 'is', null), row('active_version', '<', version)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the columns of a trained version. */
export function outcomeOf(description: ModelDescription, now: string) {
  return {
    status: 'complete' as const,
    progress: null,
    task: description.task,
    accuracy: description.accuracy,
    accuracies: encodeJson(description.accuracies),
    baseline: encodeJson(description.baseline),
    standard_errors: encodeJson(description.standardErrors),
    validation: description.validation && encodeJson(description.validation),
    accuracies_elsewhere: description.accuraciesElsewhere ? encodeJson(description.accuraciesElsewhere) : null,
    cost: costOf(description),
    inputs: encodeJson(description.inputs),
    warnings: encodeJson(description.warnings),
    row_count: description.rowCount,
    training_seconds: description.trainingSeconds,
    description: encodeJson(description),
    finished_at: now,
  };
}

function costOf(description: ModelDescription): Json | null {
  const { cost = null, standard_error, usual_cost, saved, saved_error } = worthOf(description) ?? {};
  return cost === null ? null : encodeJson({ value: cost, standard_error, usual: usual_cost, saved, saved_error });
}

/** Locks a model until the end of the transaction; changes that were prepared before are stale. */
export function touchModel(transaction: Transaction, modelId: string) {
  return transaction
    .updateTable('models')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', modelId)
    .execute();
}

/** Selects a model by its ID, whatever its project. */
export function selectModelById(database: Database, modelId: string): Promise<ModelRow | undefined> {
  return database.selectFrom('models').selectAll().where('id', '=', modelId).executeTakeFirst();
}

/** What decides whether a model is retrained by itself, with the state and source of its latest version. */
export type ScheduledModel = Awaited<ReturnType<typeof selectScheduled>>[number];

/** Selects the models that are retrained by themselves; none that lies in the trash. */
export function selectScheduled(database: Database) {
  return joinLatestVersion(database)
    .innerJoin('projects', 'projects.id', 'models.project_id')
    .select(['models.id', 'models.project_id', 'models.revision', 'latest_version', 'alarms', 'status', 'source'])
    .select(['schedule', 'model_versions.created_at as version_created_at'])
    .where('schedule', 'is not', null)
    .$narrowType<{ schedule: Json }>()
    .where('trashed_at', 'is', null)
    .execute();
}
