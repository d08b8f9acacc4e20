import type { ModelServices } from './context.ts';
import { requeueTrainings, selectBlobKeys } from './store.ts';

/** The files that versions of models point to, by their keys. */
export function modelFiles(database: ModelServices['database']): Promise<Set<string>> {
  return selectBlobKeys(database);
}

/** After a crash: trainings that were cut short wait again, and files that no version points to are deleted. */
export async function sweepModels({ database, blobs }: Pick<ModelServices, 'blobs' | 'database'>): Promise<void> {
  await requeueTrainings(database);
  const kept = await modelFiles(database);
  const stored = [...(await blobs.list('models/')), ...(await blobs.list('snapshots/'))];
  await Promise.all(stored.filter(({ key }) => !kept.has(key)).map(({ key }) => blobs.delete(key)));
}
