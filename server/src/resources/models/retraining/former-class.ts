import type { ModelDescription } from '@sibyl/engine/model.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { selectVersion, type VersionRow } from '../store.ts';

/**
 * Returns the positive class of the version that answers now, so that a threshold which is taken over keeps its
 * meaning. Undefined without two classes.
 */
export async function formerPositiveClass(
  database: Database,
  { model_id }: Pick<VersionRow, 'model_id'>,
): Promise<string | undefined> {
  const { active_version } = await database
    .selectFrom('models')
    .select('active_version')
    .where('id', '=', model_id)
    .executeTakeFirstOrThrow();
  const former = active_version === null ? undefined : await selectVersion(database, model_id, active_version);
  if (!former?.description) return undefined;
  const { classes } = decodeJson<ModelDescription>(former.description);
  return classes?.length === 2 ? String(classes[1]) : undefined;
}
