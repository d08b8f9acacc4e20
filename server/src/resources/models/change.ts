import type { ModelDescription } from '@sibyl/engine/model.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import { decodeJson, encodeJson, type Json } from '../../platform/db/json.ts';
import type { Check } from '../../platform/records/check.ts';
import type { ModelChange } from './change-schema.ts';
import { prepareThreshold } from './change-threshold.ts';
import type { ModelContext } from './context.ts';
import { requireAnswering } from './describe.ts';
import { ensureReference } from './monitoring/ensure-reference.ts';
import { changedSettings, type MonitorChange, type MonitorSettings, readSettings } from './monitoring/settings.ts';
import { forgetMonitoring } from './monitoring/store.ts';
import { recordOf } from './record.ts';
import { countLearned } from './retraining/count-learned.ts';
import { countRows } from './retraining/retrain-when-due.ts';
import { checkSchedule, type KeptSchedule, type RetrainingSchedule } from './retraining/schedule.ts';
import { prepareWatch } from './retraining/settle.ts';
import type { ModelRecord } from './schemas.ts';
import { activateVersion, type FoundModel, getModel, type ModelAddress, requireModel } from './service.ts';
import { rowIdColumn } from './serving/row-writer.ts';
import { models, selectVersion } from './store.ts';

/** Changes which version answers, how it decides, and how the model is watched. */
export async function changeModel(
  ctx: ModelContext,
  address: ModelAddress,
  { active_version, threshold, costs, ...change }: ModelChange,
  check: Check<ModelRecord>,
): Promise<ModelRecord> {
  if (active_version !== undefined) await activate(ctx, address, active_version, check);
  const isDecided = threshold !== undefined || costs !== undefined;
  if (Object.keys(change).length === 0 && !isDecided) return getModel(ctx, address);
  const found = await requireModel(ctx, address);
  if (active_version === undefined) check(recordOf(found, found.project.name));
  const columns = await changedColumns(ctx, found, change);
  const decided = isDecided ? await prepareThreshold(ctx, found, { threshold, costs }) : undefined;
  try {
    await models.change(ctx, found.model, columns, {
      facts: decided && { version: decided.version, threshold: decided.threshold },
      async also(transaction) {
        if (change.monitor === null) await forgetMonitoring(transaction, found.model.id);
        await decided?.write(transaction);
      },
    });
  } catch (error) {
    await decided?.giveUp();
    throw error;
  }
  ctx.models.forget(found.model.id);
  await decided?.finish();
  return getModel(ctx, address);
}

/** A version that was never watched has no training rows to compare with yet. */
async function activate(
  ctx: ModelContext,
  address: ModelAddress,
  number: number,
  check: Check<ModelRecord>,
): Promise<void> {
  const { model } = await requireModel(ctx, address);
  const version = await selectVersion(ctx.database, model.id, number);
  if (version?.status === 'complete') await prepareWatch(ctx, version);
  await activateVersion(ctx, address, number, check);
}

async function changedColumns(ctx: ModelContext, found: FoundModel, { monitor, schedule, policy }: ModelChange) {
  return {
    ...(monitor !== undefined && (await changeMonitor(ctx, found, monitor))),
    ...(schedule !== undefined && { schedule: await settleSchedule(ctx, found, schedule) }),
    ...(policy !== undefined && { policy }),
  };
}

async function changeMonitor(ctx: ModelContext, found: FoundModel, change: MonitorChange | null) {
  if (change === null) return { monitor: null, alarms: null };
  return { monitor: encodeJson(await settleMonitor(ctx, found, change)) };
}

/** Cron counts from now on, rows from the last training on. */
async function settleSchedule(
  ctx: ModelContext,
  { model, version }: FoundModel,
  schedule: RetrainingSchedule | null,
): Promise<Json | null> {
  if (schedule === null) return null;
  checkSchedule(schedule);
  if (schedule.on_alarm && version.task === 'forecast')
    throw invalidField(
      '/schedule/on_alarm',
      'never comes: a forecast is not monitored, so it raises no alarm',
      'not_allowed',
    );
  const rows = await countRows(ctx, model.project_id, version.source);
  if (schedule.after_rows !== undefined && rows === null)
    throw invalidField('/schedule/after_rows', 'counts the rows of a table, and this model learned from no table');
  const learned = schedule.after_rows === undefined ? undefined : await countLearned(ctx, model.project_id, version);
  const kept: KeptSchedule = { ...schedule, since: new Date().toISOString(), rows: learned ?? rows };
  return encodeJson(kept);
}

/** Checks that the model can be watched so, and reads its training rows for the comparison. */
async function settleMonitor(ctx: ModelContext, found: FoundModel, change: MonitorChange): Promise<MonitorSettings> {
  const { model } = found;
  const version = await requireAnswering(ctx, { ...found, pinned: false });
  const description = decodeJson<ModelDescription>(version.description!);
  if (description.task === 'forecast')
    throw new ServiceError('wrong_state', 'A forecast is not monitored: retrain it on its newest rows instead.');
  if (version.snapshot_key === null)
    throw new ServiceError(
      'wrong_state',
      `Version ${version.version} was imported, so there are no training rows to compare with; only trained models are monitored.`,
    );
  const settings = changedSettings(model.monitor && readSettings(model.monitor), change);
  requireKnown(description, settings);
  if (settings.enabled) await ensureReference(ctx, version);
  return settings;
}

function requireKnown({ knownColumns, target }: ModelDescription, { exclude, id_column }: MonitorSettings): void {
  const known = new Set([...knownColumns, target, rowIdColumn]);
  if (id_column !== null && !known.has(id_column))
    throw invalidField(
      '/monitor/id_column',
      `is not a column of the training rows: ${id_column}. Rows may be named by \`id\` or \`${rowIdColumn}\` without it`,
      'unknown_column',
    );
  const stranger = exclude.findIndex((column) => !known.has(column));
  if (stranger >= 0)
    throw invalidField(
      `/monitor/exclude/${stranger}`,
      `is not a column of the training rows: ${exclude[stranger]}`,
      'unknown_column',
    );
  if (id_column === target)
    throw invalidField('/monitor/id_column', 'is the target, which every truth has: it names no row', 'not_allowed');
}
