import type { Parts } from '../context.ts';
import { requeueTrainings, selectBlobKeys } from './store.ts';

/** The files that versions of models point to, by their keys. */
export function modelFiles(database: Parts['database']): Promise<Set<string>> {
  return selectBlobKeys(database);
}

/** After a crash: trainings that were cut short wait again, and files that no version points to are deleted. */
export async function sweepModels({ database, blobs }: Parts): Promise<void> {
  await requeueTrainings(database);
  const kept = await modelFiles(database);
  const stored = [...(await blobs.list('models/')), ...(await blobs.list('snapshots/'))];
  await Promise.all(stored.filter(({ key }) => !kept.has(key)).map(({ key }) => blobs.delete(key)));
}
