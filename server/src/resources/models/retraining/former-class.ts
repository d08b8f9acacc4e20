import type { ModelDescription } from '@sibyl/engine/model.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { selectModelById, selectVersion, type VersionRow } from '../store.ts';

/**
 * Returns the positive class of the version that answers now, so that a threshold which is taken over keeps its
 * meaning. Undefined without two classes, and where the model was deleted meanwhile.
 */
export async function formerPositiveClass(
  database: Database,
  { model_id }: Pick<VersionRow, 'model_id'>,
): Promise<string | undefined> {
  const active = (await selectModelById(database, model_id))?.active_version ?? null;
  const former = active === null ? undefined : await selectVersion(database, model_id, active);
  if (!former?.description) return undefined;
  const { classes } = decodeJson<ModelDescription>(former.description);
  return classes?.length === 2 ? String(classes[1]) : undefined;
}
