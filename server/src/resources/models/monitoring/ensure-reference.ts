import type { ModelServices } from '../context.ts';
import { refuseGone } from '../serving/refuse-gone.ts';
import type { VersionRow } from '../store.ts';
import { completed, isWhole } from './complete-reference.ts';
import { putReference, selectReference } from './store.ts';
import { makeReference } from './worker/watching-worker.ts';

/** Reads the training rows of a version, once, for the comparison with asked rows. */
export async function ensureReference(
  { database, blobs }: Pick<ModelServices, 'blobs' | 'database'>,
  version: Pick<VersionRow, 'model_id' | 'version' | 'snapshot_key' | 'blob_key'>,
): Promise<void> {
  const { model_id, version: number, snapshot_key, blob_key } = version;
  if (snapshot_key === null || blob_key === null) return;
  const known = await selectReference(database, model_id, number);
  if (known && isWhole(known)) return;
  const [snapshotPath, modelPath] = await Promise.all([blobs.path(snapshot_key), blobs.path(blob_key)]).catch(
    refuseGone,
  );
  const fresh = await makeReference({ snapshotPath, modelPath });
  await putReference(database, version, known ? completed(known, fresh) : fresh);
}
