import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { Reference } from './reference.ts';
import { putReference, selectReference, type WindowKey } from './store.ts';

type VersionKey = Pick<WindowKey, 'model_id' | 'version'>;

/** Notes that a version answers by another threshold from now on. Its rows are compared by the same bins. */
export async function noteNewAnswers(transaction: Transaction, version: VersionKey): Promise<void> {
  const reference = await selectReference(transaction, version.model_id, version.version);
  if (reference) await putReference(transaction, version, { ...reference, answersSince: new Date().toISOString() });
}

/** Returns whether a window began since the version answers as it does: what the training says is true of its answers. */
export function isAnsweredSo({ answersSince = '' }: Pick<Reference, 'answersSince'>, windowStart: string): boolean {
  return windowStart >= answersSince;
}

/** Returns those of the windows of a version that began since it answers as it does. */
export async function onlyAnsweredSo<Window extends Pick<WindowKey, 'window_start'>>(
  database: Database,
  { model_id, version }: VersionKey,
  { classes }: Pick<ModelDescription, 'classes'>,
  windows: readonly Window[],
): Promise<Window[]> {
  if (classes?.length !== 2) return [...windows]; // others have no threshold
  const reference = (await selectReference(database, model_id, version)) ?? {};
  return windows.filter(({ window_start }) => isAnsweredSo(reference, window_start));
}
