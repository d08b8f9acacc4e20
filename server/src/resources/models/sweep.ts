import type { ModelServices } from './context.ts';
import { requeuePredictions, selectResultKeys } from './predictions/store.ts';
import { requeueTrainings, selectBlobKeys } from './store.ts';

/** The files that versions of models and batches of predictions point to, by their keys. */
export async function modelFiles(database: ModelServices['database']): Promise<Set<string>> {
  return new Set([...(await selectBlobKeys(database)), ...(await selectResultKeys(database))]);
}

/** After a crash: trainings and predictions that were cut short wait again, and files that no version points to are deleted. */
export async function sweepModels({ database, blobs }: Pick<ModelServices, 'blobs' | 'database'>): Promise<void> {
  await requeueTrainings(database);
  await requeuePredictions(database);
  const kept = await modelFiles(database);
  const folders = ['models/', 'snapshots/', 'predictions/'];
  const stored = (await Promise.all(folders.map((folder) => blobs.list(folder)))).flat();
  await Promise.all(stored.filter(({ key }) => !kept.has(key)).map(({ key }) => blobs.delete(key)));
}
