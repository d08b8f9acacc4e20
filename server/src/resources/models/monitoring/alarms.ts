import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { emitModelEvent } from '../emit-event.ts';
import { type ModelRow, selectModelById } from '../store.ts';
import { applied, type Finding, newsOf } from './apply-finding.ts';
import type { OpenAlarm } from './causes.ts';
import { holdTruths } from './live-sums.ts';

/** Raises, changes and ends alarms of the version that answers, and tells what is new of them. */
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
    if (!isAbout(model, finding)) continue;
    const news = newsOf(alarms, finding);
    if (news !== undefined) tell(ctx, transaction, model, { ...finding, detail: news });
    alarms = applied(alarms, finding);
  }
  await writeAlarms(transaction, model, alarms);
}

/**
 * Opens the alarms that all findings of a version, one after another, leave open, and tells each once: it answers again,
 * and what was found before it was replaced still holds.
 */
export async function reopenAlarms(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  modelId: string,
  findings: readonly Finding[],
): Promise<void> {
  const model = await selectModelById(transaction, modelId);
  if (!model) return;
  const alarms = findings.reduce<OpenAlarm[]>(applied, []);
  for (const { cause, detail } of alarms) {
    const last = findings.findLast((finding) => finding.cause === cause && finding.says === 'alarm');
    if (last) tell(ctx, transaction, model, { ...last, detail });
  }
  await writeAlarms(transaction, model, alarms);
}

/** Windows of versions that no longer answer raise nothing; what could not be trained is told of the latest version. */
function isAbout({ active_version }: ModelRow, { cause, version }: Finding): boolean {
  return cause === 'stale' || version === active_version;
}

/** Changes that were prepared before an alarm opened or ended are stale; what it says in detail concerns none of them. */
async function writeAlarms(transaction: Transaction, model: ModelRow, alarms: readonly OpenAlarm[]): Promise<void> {
  const before = openAlarmsOf(model);
  if (JSON.stringify(alarms) === JSON.stringify(before)) return;
  const isSame = namesOf(alarms) === namesOf(before);
  await transaction
    .updateTable('models')
    .set((row) => ({ alarms: encodeJson(alarms), ...(!isSame && { revision: row('revision', '+', 1) }) }))
    .where('id', '=', model.id)
    .execute();
}

/** Findings change the order of alarms. */
function namesOf(alarms: readonly OpenAlarm[]): string {
  return JSON.stringify(alarms.map(({ cause, version, since }) => [cause, version, since]).toSorted());
}

export function openAlarmsOf({ alarms }: Pick<ModelRow, 'alarms'>): OpenAlarm[] {
  return alarms === null ? [] : decodeJson<OpenAlarm[]>(alarms);
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
