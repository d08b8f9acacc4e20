import type { ModelDescription } from '@sibyl/engine/model.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { ModelServices } from '../context.ts';
import { selectVersion } from '../store.ts';
import type { Reference } from './reference.ts';
import { selectReference, type WindowKey } from './store.ts';

/** What drawn rows of a version are sketched with. */
export interface Subject {
  description: ModelDescription;
  reference: Reference;
}

/** Returns what is needed to understand drawn rows of a version; undefined when the version is gone. */
export async function selectSubject(
  database: ModelServices['database'],
  { model_id, version }: Pick<WindowKey, 'model_id' | 'version'>,
): Promise<Subject | undefined> {
  const reference = await selectReference(database, model_id, version);
  const row = await selectVersion(database, model_id, version);
  if (!reference || !row?.description) return undefined;
  return { reference, description: decodeJson<ModelDescription>(row.description) };
}
