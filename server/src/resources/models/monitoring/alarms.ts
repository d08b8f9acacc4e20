import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { emitModelEvent } from '../emit-event.ts';
import { type ModelRow, selectModelById } from '../store.ts';
import type { AlarmCause, OpenAlarm } from './causes.ts';
import { holdTruths } from './live-sums.ts';

/** Quiet windows after which an alarm ends, so that one near the border is not raised again and again. */
const quietWindows = 3;

/** What a window says about a cause; between the two borders it says nothing. */
export interface Finding {
  cause: AlarmCause;
  version: number;
  window_start: string;
  says: 'alarm' | 'quiet' | 'nothing';
  detail: string;
  facts: Record<string, unknown>;
}

/** Raises and ends alarms of a model. An alarm that is open already is not told again. */
export async function noteFindings(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  modelId: string,
  findings: readonly Finding[],
): Promise<void> {
  await holdTruths(transaction, modelId); // or two nodes would tell of one cause
  const model = await selectModelById(transaction, modelId);
  if (!model) return;
  const before = openAlarmsOf(model);
  let alarms = before;
  for (const finding of findings) {
    const isOpen = alarms.some(({ cause }) => cause === finding.cause);
    if (finding.says === 'alarm' && !isOpen) tell(ctx, transaction, model, finding);
    alarms = applied(alarms, finding);
  }
  if (JSON.stringify(alarms) === JSON.stringify(before)) return;
  await transaction
    .updateTable('models')
    .set((row) => ({ alarms: encodeJson(alarms), revision: row('revision', '+', 1) }))
    .where('id', '=', modelId)
    .execute();
}

export function openAlarmsOf({ alarms }: Pick<ModelRow, 'alarms'>): OpenAlarm[] {
  return alarms === null ? [] : decodeJson<OpenAlarm[]>(alarms);
}

export function applied(alarms: readonly OpenAlarm[], finding: Finding): OpenAlarm[] {
  const { cause, version, window_start: since, says, detail } = finding;
  const open = alarms.find((one) => one.cause === cause);
  const others = alarms.filter((one) => one.cause !== cause);
  if (says === 'alarm') return [...others, { cause, version, since: open?.since ?? since, detail, quiet: 0 }];
  if (!open || says === 'nothing') return [...alarms];
  if (open.quiet_window === since) return [...alarms];
  const quiet = open.quiet + 1;
  return quiet >= quietWindows ? others : [...others, { ...open, quiet, quiet_window: since }];
}

function tell(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  { id, project_id, name }: ModelRow,
  { cause, version, window_start, detail, facts }: Finding,
): void {
  const model = { projectId: project_id, modelId: id, name, version };
  emitModelEvent(ctx, transaction, cause, model, { window_start, detail, ...facts });
}
