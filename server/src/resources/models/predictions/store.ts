import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PredictionStatus, PredictionTable } from '../../../platform/db/schema/predictions.ts';
import type { Database } from '../../../platform/db/schema.ts';

export type PredictionRow = Selectable<PredictionTable>;

export function insertPrediction(database: Database, row: Insertable<PredictionTable>) {
  return database.insertInto('predictions').values(row).execute();
}

/** Selects the newest first. */
export function selectPredictions(database: Database, modelId: string): Promise<PredictionRow[]> {
  return database.selectFrom('predictions').selectAll().where('model_id', '=', modelId).orderBy('id', 'desc').execute();
}

export function selectPrediction(database: Database, id: string): Promise<PredictionRow | undefined> {
  return database.selectFrom('predictions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Updates a batch that is still in one of `states`; returns whether it was. */
export async function updatePrediction(
  database: Database,
  id: string,
  states: PredictionStatus[],
  change: Updateable<PredictionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('predictions')
    .set({ ...change, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('status', 'in', states)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false when it was deleted before. */
export async function deletePredictionRow(database: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('predictions').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Selects the jobs and files of the batches of a model or project. */
export function selectLeavings(database: Database, owner: { model_id: string } | { project_id: string }) {
  const query = database.selectFrom('predictions').select(['id', 'status', 'job_id', 'blob_key', 'engine']);
  return 'model_id' in owner
    ? query.where('model_id', '=', owner.model_id).execute()
    : query.where('project_id', '=', owner.project_id).execute();
}

/** Requeues batches that were being computed at a crash; their jobs run again. */
export function requeuePredictions(database: Database) {
  const change = { status: 'queued' as const, phase: null, rows_done: 0, started_at: null };
  return database.updateTable('predictions').set(change).where('status', '=', 'running').execute();
}

export async function selectResultKeys(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('predictions').select('blob_key').execute();
  return rows.flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key]));
}

/** Selects the jobs of batches that are not finished. */
export async function selectPredictingJobs(database: Database): Promise<(string | null)[]> {
  const rows = await database
    .selectFrom('predictions')
    .select('job_id')
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return rows.map(({ job_id }) => job_id);
}

/** Returns the jobs of those batches that a cluster works on, or worked on. */
export function jobsOf(batches: readonly Pick<PredictionRow, 'engine' | 'job_id'>[]): string[] {
  return batches.flatMap(({ engine, job_id }) => (engine !== null && job_id !== null ? job_id : []));
}
