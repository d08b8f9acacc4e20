import type { ModelServices } from '../context.ts';
import { ensureReference } from '../monitoring/ensure-reference.ts';
import { selectModelById, type VersionRow } from '../store.ts';
import { raiseStale } from './retrain-when-due.ts';

/** The new version of a watched model is watched too; without this its rows would not be compared with training rows. */
export async function prepareWatch(
  ctx: Pick<ModelServices, 'blobs' | 'database' | 'log'>,
  version: Pick<VersionRow, 'model_id' | 'version' | 'snapshot_key' | 'blob_key'>,
): Promise<void> {
  const model = await selectModelById(ctx.database, version.model_id);
  if (!model?.monitor) return;
  await ensureReference(ctx, version).catch((err) => ctx.log.error({ err }, 'training rows could not be read again'));
}

/** A model that is retrained by itself grows old when a training fails. */
export async function tellFailure(
  ctx: Pick<ModelServices, 'database' | 'events'>,
  { model_id, version }: Pick<VersionRow, 'model_id' | 'version'>,
  error: string,
): Promise<void> {
  const model = await selectModelById(ctx.database, model_id);
  if (model?.schedule && model.active_version !== null) await raiseStale(ctx, model_id, version, error);
}
