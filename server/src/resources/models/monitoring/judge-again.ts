import type { ModelDescription } from '@sibyl/engine/model.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import type { VersionRow } from '../store.ts';
import { reopenAlarms } from './alarms.ts';
import { findDrift, findLosses } from './findings.ts';
import type { Verdict } from './judge.ts';
import { selectLiveOf } from './live-sums.ts';
import { onlyAnsweredSo } from './new-answers.ts';
import { windowsTogether } from './newest-windows.ts';
import { selectVerdicts } from './store.ts';

/** Windows that are looked at again: older ones would have ended their alarms by others. */
const windowsAgain = 10;

/** Opens the alarms of a version that answers again, by its own last windows and truths. */
export async function judgeAgain(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  { model_id, version, description }: Pick<VersionRow, 'model_id' | 'version' | 'description'>,
): Promise<void> {
  if (!description) return;
  const verdicts = await selectVerdicts(transaction, { model_id, version }, windowsAgain);
  const drifts = verdicts.map(({ window_start, verdict }) =>
    findDrift(decodeJson<Verdict>(verdict!), { version, window_start }),
  );
  const live = await selectLiveOf(transaction, model_id, version, windowsTogether);
  const described = decodeJson<ModelDescription>(description);
  const losses = findLosses(await onlyAnsweredSo(transaction, { model_id, version }, described, live), described);
  await reopenAlarms(ctx, transaction, model_id, [...drifts, ...losses]);
}
