import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { noteFindings } from './alarms.ts';
import { findLosses } from './findings.ts';
import { selectLiveOf } from './live-sums.ts';
import { onlyAnsweredSo } from './new-answers.ts';
import { windowsTogether } from './newest-windows.ts';

/**
 * Looks at the truths of a version in the transaction that joined some, and raises what they say: whoever is killed
 * loses either both or nothing.
 */
export async function lookAtTruths(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  modelId: string,
  { version, description }: { version: number; description: ModelDescription },
): Promise<void> {
  const windows = await selectLiveOf(transaction, modelId, version, windowsTogether);
  const alike = await onlyAnsweredSo(transaction, { model_id: modelId, version }, description, windows);
  const findings = findLosses(alike, description);
  if (findings.length > 0) await noteFindings(ctx, transaction, modelId, findings);
}
