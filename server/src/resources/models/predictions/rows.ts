import { ServiceError } from '../../../errors.ts';
import type { ModelContext } from '../context.ts';
import type { Picks } from '../serving/picks.ts';
import type { ModelToLoad } from '../serving/threads/messages.ts';
import { takeSnapshot } from '../source.ts';
import { models, selectVersion } from '../store.ts';
import { progressWriter } from './progress.ts';
import type { PredictionRow } from './store.ts';

/** Time limit for reading the rows of a source. */
const readingTimeMs = 3_600_000;

/** Writes the current rows of the source to one file, and returns its key. */
export function takeRows(ctx: ModelContext, batch: PredictionRow, signal: AbortSignal): Promise<string> {
  const { training_memory_bytes: memoryBytes } = ctx.limits.of(batch.project_id);
  const onRows = progressWriter(ctx, batch, 'reading the rows');
  return takeSnapshot(ctx, batch, { memoryBytes, timeoutMs: readingTimeMs, signal, onRows });
}

/** Returns the version of the model that predicts, with a local copy of its file, and what watches it. */
export async function modelOf(
  { database, blobs, watches }: Pick<ModelContext, 'blobs' | 'database' | 'watches'>,
  batch: Pick<PredictionRow, 'model_id' | 'project_id' | 'version'>,
): Promise<{ model: ModelToLoad; picks: Picks | undefined }> {
  const version = await selectVersion(database, batch.model_id, batch.version);
  if (!version?.blob_key) throw new ServiceError('version_not_found', `Version ${batch.version} was deleted.`);
  const { blob_key: modelKey } = version;
  const model = {
    modelKey,
    modelPath: await blobs.path(modelKey),
    modelId: batch.model_id,
    projectId: batch.project_id,
  };
  const row = await models.find(database, batch.project_id, batch.model_id);
  return { model, picks: row && (await watches.open(row, version.version)) };
}
