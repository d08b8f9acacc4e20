import { dropBlobs } from '../../platform/blobs/drop-blobs.ts';
import type { ModelServices } from './context.ts';
import { selectResultKeys } from './predictions/store.ts';
import { selectBlobKeys } from './store.ts';

/** Returns the keys of the files that versions of models and batches of predictions refer to. */
export async function modelFiles(database: ModelServices['database']): Promise<Set<string>> {
  return new Set([...(await selectBlobKeys(database)), ...(await selectResultKeys(database))]);
}

/** Deletes files older than `before` that no version and no batch of predictions refers to. */
export async function sweepModels(
  { database, blobs }: Pick<ModelServices, 'blobs' | 'database'>,
  before?: Date,
): Promise<void> {
  const folders = ['models/', 'snapshots/', 'predictions/'];
  const stored = (await Promise.all(folders.map((folder) => blobs.list(folder)))).flat();
  const kept = await modelFiles(database);
  await dropBlobs(blobs, stored, (blob) => !kept.has(blob.key) && (before === undefined || blob.modified < before));
}
