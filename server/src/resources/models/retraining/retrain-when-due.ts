import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '../../../errors.ts';
import { decodeJson, encodeJson, type Json } from '../../../platform/db/json.ts';
import { updateRecord } from '../../../platform/db/records.ts';
import { transact } from '../../../platform/db/transact.ts';
import { requireTableRow } from '../../tables/service.ts';
import type { ModelContext, ModelServices } from '../context.ts';
import { retrainModel } from '../create.ts';
import { noteFindings, openAlarmsOf } from '../monitoring/alarms.ts';
import type { Finding } from '../monitoring/apply-finding.ts';
import { type ScheduledModel, selectScheduled, type VersionRow } from '../store.ts';
import { type KeptSchedule, reasonToRetrain } from './schedule.ts';

/** Queues trainings of the models that are due, until the signal is aborted. */
export async function retrainWhenDue(
  ctx: ModelContext,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const model of await selectScheduled(ctx.database)) {
    await turn(); // reading a schedule takes a part of a millisecond, and there may be thousands
    if (signal.aborted) return;
    await retrainIfDue(ctx, model).catch(onError);
  }
}

async function retrainIfDue(ctx: ModelContext, model: ScheduledModel): Promise<void> {
  if (model.status === 'queued' || model.status === 'training') return;
  const schedule = decodeJson<KeptSchedule>(model.schedule);
  const now = new Date();
  const rows = schedule.after_rows === undefined ? null : await countRows(ctx, model.project_id, model.source);
  const situation = { now, rows, alarms: openAlarmsOf(model), latestVersion: model.latest_version };
  const reason = reasonToRetrain(schedule, situation);
  if (!reason) return;
  const alarmed = reason === 'alarm' && { alarmed: model.latest_version };
  // Written first: what cannot be trained is not tried again and again.
  const { again_at: _, ...settled } = schedule;
  const kept = encodeJson({ ...settled, since: now.toISOString(), rows, ...alarmed } satisfies KeptSchedule);
  // Of a model that somebody changes at this moment, the next round sees the new schedule.
  if (!(await updateRecord(ctx.database, 'models', model, { schedule: kept }))) return;
  if (reason === 'schedule' && (await isUnchanged(ctx, model))) return;
  try {
    await retrainModel(ctx, { project: model.project_id, model: model.id }, null);
  } catch (error) {
    const isPassing = !(error instanceof ServiceError) || error.status >= 500;
    if (isPassing) await tryAgain(ctx, model.id, kept, { ...schedule, again_at: later(now) });
    if (!(error instanceof ServiceError)) throw error;
    if (!isPassing) await raiseStale(ctx, model.id, model.latest_version, error.message);
  }
}

/** The same rows give the same model: what is due by the clock alone waits for new ones, unless a training failed. */
async function isUnchanged(ctx: ModelContext, model: ScheduledModel): Promise<boolean> {
  const table = await tableOf(ctx, model.project_id, model.source);
  return model.status === 'complete' && table !== undefined && table.updated_at <= model.version_created_at;
}

const againAfterMs = 5 * 60_000;

function later(now: Date): string {
  return new Date(now.getTime() + againAfterMs).toISOString();
}

/** Makes a training due again, unless somebody changed the schedule meanwhile. */
async function tryAgain(
  { database }: Pick<ModelServices, 'database'>,
  modelId: string,
  kept: Json,
  schedule: KeptSchedule,
): Promise<void> {
  await database
    .updateTable('models')
    .set({ schedule: encodeJson(schedule) })
    .where('id', '=', modelId)
    .where('schedule', '=', kept)
    .execute();
}

/** Returns the rows of the table that a version learned from; null for other sources, and where it is gone. */
export async function countRows(
  ctx: Pick<ModelServices, 'database'>,
  projectId: string,
  source: VersionRow['source'],
): Promise<number | null> {
  const row = await tableOf(ctx, projectId, source);
  return row ? Number(row.row_count) : null;
}

async function tableOf(ctx: Pick<ModelServices, 'database'>, projectId: string, source: VersionRow['source']) {
  const { table } = decodeJson<{ table?: string }>(source);
  if (table === undefined) return undefined;
  return requireTableRow(ctx, { id: projectId, name: projectId }, table).catch(() => undefined);
}

/** Raises that a model is older than its schedule allows. */
export async function raiseStale(
  ctx: Pick<ModelServices, 'database' | 'events'>,
  modelId: string,
  version: number,
  detail: string,
): Promise<void> {
  const window_start = new Date().toISOString();
  const finding: Finding = { cause: 'stale', version, window_start, says: 'alarm', detail, facts: {} };
  await transact(ctx.database, (transaction) => noteFindings(ctx, transaction, modelId, [finding]));
}
