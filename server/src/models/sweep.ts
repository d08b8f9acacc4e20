import type { Parts } from '../context.ts';
import { requeueTrainings, selectBlobKeys } from './store.ts';

/** After a crash: trainings that were cut short wait again, and files that no version points to are deleted. */
export async function sweepModels({ database, blobs }: Parts): Promise<void> {
  await requeueTrainings(database);
  const kept = await selectBlobKeys(database);
  const stored = [...(await blobs.list('models/')), ...(await blobs.list('snapshots/'))];
  await Promise.all(stored.filter(({ key }) => !kept.has(key)).map(({ key }) => blobs.delete(key)));
}
