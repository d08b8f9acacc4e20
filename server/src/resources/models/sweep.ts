import { dropBlobs } from '../../platform/blobs/drop-blobs.ts';
import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { ModelServices } from './context.ts';
import { selectPredictingJobs, selectResultKeys } from './predictions/store.ts';
import { selectBlobKeys, selectWorkingJobs } from './store.ts';

/** Returns the keys of the files that versions of models and batches of predictions refer to. */
export async function modelFiles(database: ModelServices['database']): Promise<Set<string>> {
  return new Set([...(await selectBlobKeys(database)), ...(await selectResultKeys(database))]);
}

/** Deletes files older than `before` that no version, no batch of predictions and no job on a cluster refers to. */
export async function sweepModels(
  { database, blobs }: Pick<ModelServices, 'blobs' | 'database'>,
  before?: Date,
): Promise<void> {
  const folders = ['models/', 'snapshots/', 'predictions/'];
  const left = await blobs.list('ray/');
  const stored = (await Promise.all(folders.map((folder) => blobs.list(folder)))).flat();
  const kept = await modelFiles(database);
  const isOld = ({ modified }: StoredBlob) => before === undefined || modified < before;
  await dropBlobs(blobs, stored, (blob) => !kept.has(blob.key) && isOld(blob));
  const working = new Set([...(await selectWorkingJobs(database)), ...(await selectPredictingJobs(database))]);
  await dropBlobs(blobs, left, (blob) => !working.has(blob.key.split('/')[1]) && isOld(blob));
}
