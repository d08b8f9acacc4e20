import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { type EventModel, emitModelEvent } from '../emit-event.ts';
import { openAlarmsOf } from '../monitoring/alarms.ts';
import { compareVersions } from '../monitoring/worker/watching-worker.ts';
import { type ModelRow, selectModelById, selectVersion, type VersionRow } from '../store.ts';
import type { Challenger } from './challenger-of.ts';
import { type Compared, isBetter } from './compare.ts';
import { type ForecastVerdict, judgeForecast } from './judge-forecast.ts';
import { sayFigures } from './say-figures.ts';
import type { RetrainingPolicy } from './schedule.ts';

type Trained = Pick<VersionRow, 'model_id' | 'version' | 'snapshot_key'>;
type Services = Pick<ModelServices, 'blobs' | 'database' | 'log'>;

/** What becomes of a trained version. */
export interface Decision {
  activates: boolean;
  /** Null for a first version, and for models without a policy. */
  challenger: Challenger | null;
}

/** How a version was trained, and its own policy. */
interface Asked {
  request: TrainRequest;
  /** Of the trained version. */
  description: ModelDescription;
  policy: RetrainingPolicy | undefined;
}

/** Decides by the policy of the version or else of the model whether a trained version answers from now on. */
export async function decide(
  ctx: Services,
  trained: Trained,
  { request, policy: own, description }: Asked,
  signal: AbortSignal,
): Promise<Decision> {
  const model = await selectModelById(ctx.database, trained.model_id);
  const champion = model?.active_version ?? null;
  const policy = own ?? (model?.policy as RetrainingPolicy | undefined) ?? null;
  if (!model || policy === null || champion === null) return { activates: true, challenger: null };
  const base = { version: trained.version, champion, compared: null, decided_at: new Date().toISOString() };
  if (policy === 'always') {
    const reason = 'The policy is `always`.';
    return { activates: true, challenger: { ...base, decision: 'activated', reason } };
  }
  if (description.task === 'forecast') {
    const version = await selectVersion(ctx.database, model.id, champion);
    const former = decodeJson<ModelDescription>(version!.description!);
    return judgeNewForecast(policy, base, judgeForecast(former, description));
  }
  const compared = await compareWithChampion(ctx, { trained, champion, request }, signal);
  return judge({ ...model, policy }, { ...base, compared });
}

function judgeNewForecast(
  policy: RetrainingPolicy,
  base: Omit<Challenger, 'decision' | 'reason'>,
  { compared, isBetter: activates, reason: told }: ForecastVerdict,
): Decision {
  const own = { ...base, compared };
  if (policy === 'ask')
    return { activates: false, challenger: { ...own, decision: 'waiting', reason: told + toSettle } };
  const decision = activates ? 'activated' : 'kept_champion';
  const reason = activates ? `${told} So it becomes active.` : told;
  return { activates, challenger: { ...own, decision, reason } };
}

const toSettle = ' It waits to be accepted or rejected.';

function judge(model: ModelRow, base: Omit<Challenger, 'decision' | 'reason'>): Decision {
  const told = tell(base.compared);
  if (model.policy === 'ask') {
    const reason = told + toSettle;
    return { activates: false, challenger: { ...base, decision: 'waiting', reason } };
  }
  const isDrifting = openAlarmsOf(model).some(({ cause, version }) => cause === 'drift' && version === base.champion);
  const activates = base.compared !== null && isBetter(base.compared, isDrifting);
  const decision = activates ? 'activated' : 'kept_champion';
  const end = activates
    ? 'So it becomes active.'
    : isDrifting
      ? 'That is worse, although the predicted rows have changed.'
      : 'That is not significantly better.';
  return { activates, challenger: { ...base, decision, reason: base.compared ? `${told} ${end}` : told } };
}

function tell(compared: Compared | null): string {
  if (!compared) return 'There were too few rows to compare it with the active version.';
  const { loss, rows, champion, challenger, gain, standard_error, is_seen } = compared;
  const seen = is_seen ? ' (on which the active version may have been trained)' : '';
  const figures = sayFigures({ loss, champion, challenger, gain, standard_error });
  return `On the newest ${rows} rows${seen}${figures}`;
}

async function compareWithChampion(
  { blobs, database, log }: Services,
  { trained, champion, request }: { trained: Trained; champion: number; request: TrainRequest },
  signal: AbortSignal,
): Promise<Compared | null> {
  const version = await selectVersion(database, trained.model_id, champion);
  const keys = [trained.snapshot_key, version?.blob_key, version?.snapshot_key];
  try {
    const paths = keys.map((key) => (key ? blobs.path(key) : undefined));
    if (paths.includes(undefined)) return null;
    const [snapshotPath, championPath, championSnapshotPath] = (await Promise.all(paths)) as string[];
    return (await compareVersions({ snapshotPath, championPath, championSnapshotPath, request }, signal)) ?? null;
  } catch (err) {
    if (signal.aborted) throw err;
    log.error({ err }, 'a retrained version could not be compared with the one that answers');
    return null;
  }
}

/** Writes what was decided, and tells it. */
export async function keepDecision(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  model: EventModel,
  { challenger }: Decision,
): Promise<void> {
  if (!challenger) return;
  await transaction
    .updateTable('models')
    .set((row) => ({ challenger: encodeJson(challenger), revision: row('revision', '+', 1) }))
    .where('id', '=', model.modelId)
    .execute();
  const { decision, reason, champion } = challenger;
  emitModelEvent(ctx, transaction, 'retrained', model, { decision, reason, champion });
  if (decision === 'waiting') emitModelEvent(ctx, transaction, 'challenger_ready', model, { reason, champion });
}
