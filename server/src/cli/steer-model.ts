import type { Model, ModelHandle, MonitorChange, RetrainingSchedule } from '../../../sdk/src/index.ts';
import { CommandError } from './files.ts';
import { showMonitoring } from './monitor.ts';
import { print, printJson, printTable } from './print.ts';

interface MonitorOptions {
  window?: 'hour' | 'day';
  idColumn?: string;
  exclude?: string[];
  sampleRows?: number;
  shadow?: boolean;
  json?: boolean;
}

/** Shows what a monitored model predicted, or turns monitoring on or off. */
export async function monitor(model: ModelHandle, turn: string | undefined, options: MonitorOptions): Promise<void> {
  const { json } = options;
  const change = changeOf(options);
  if (turn === undefined && Object.keys(change).length === 0) return showMonitoring(model, json);
  if (turn !== undefined && turn !== 'on' && turn !== 'off') throw new CommandError('Use on or off.');
  const record = await model.update({ monitor: { ...change, ...(turn && { enabled: turn === 'on' }) } });
  if (json) return printJson(record);
  print(record.monitor?.enabled ? `Monitored in windows of one ${record.monitor.window}.` : 'Monitoring is off.');
}

function changeOf({ window, idColumn, exclude, sampleRows, shadow }: MonitorOptions): MonitorChange {
  return {
    ...(window !== undefined && { window }),
    ...(idColumn !== undefined && { id_column: idColumn === '' ? null : idColumn }),
    ...(exclude !== undefined && { exclude }),
    ...(sampleRows !== undefined && { sample_rows: sampleRows }),
    ...(shadow !== undefined && { shadow }),
  };
}

/** Prints rows that a monitored model predicted, as they were sent. */
export async function showSample(model: ModelHandle, json?: boolean): Promise<void> {
  const sample = await model.sample({ limit: 1000 });
  if (json) return printJson(sample);
  if (sample.rows.length === 0) return print('No predicted rows are kept.');
  const taken = new Set(sample.rows.flatMap(({ row }) => Object.keys(row)));
  const [window, predicted] = ['window', 'prediction'].map((name) => beside(taken, name));
  printTable(
    sample.rows.map(({ window_start, row, prediction }) => ({
      [window]: window_start.slice(0, 16),
      ...row,
      [predicted]: prediction,
    })),
  );
}

/** Returns the name, or one with a prefix where a column of the rows has it. */
function beside(taken: ReadonlySet<string>, name: string): string {
  return taken.has(name) ? beside(taken, `sibyl_${name}`) : name;
}

interface ScheduleOptions {
  cron?: string;
  timeZone?: string;
  afterRows?: number;
  onAlarm?: boolean;
  policy?: 'always' | 'better' | 'ask';
  never?: boolean;
  json?: boolean;
}

/** Shows or sets when a model is retrained by itself, and which version then becomes active. */
export async function schedule(model: ModelHandle, options: ScheduleOptions): Promise<void> {
  const { json, policy, never } = options;
  const given = scheduleOf(options);
  const change = {
    ...(never && { schedule: null }),
    ...(Object.keys(given).length > 0 && { schedule: given }),
    ...(policy && { policy }),
  };
  const record = Object.keys(change).length > 0 ? await model.update(change) : await model.get();
  if (json) return printJson({ schedule: record.schedule, policy: record.policy });
  print(saySchedule(record));
}

function scheduleOf({ cron, timeZone, afterRows, onAlarm }: ScheduleOptions): RetrainingSchedule {
  return {
    ...(cron !== undefined && { cron }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(afterRows !== undefined && { after_rows: afterRows }),
    ...(onAlarm && { on_alarm: true }),
  };
}

function saySchedule({ schedule: kept, policy }: Pick<Model, 'schedule' | 'policy'>): string {
  if (!kept) return `It is not retrained automatically. Policy: ${policy ?? 'none'}.`;
  const { cron, time_zone, after_rows, on_alarm } = kept;
  const when = [
    ...(cron ? [`at ${cron} (${time_zone ?? 'UTC'})`] : []),
    ...(after_rows ? [`after ${after_rows} new rows`] : []),
    ...(on_alarm ? ['on an alarm'] : []),
  ];
  return `It is retrained ${when.join(', ')}. Policy: ${policy ?? 'none'}.`;
}

/** Queues a new version on the rows that the source has now. */
export async function retrain(
  model: ModelHandle,
  { policy, json }: Pick<ScheduleOptions, 'policy' | 'json'>,
): Promise<void> {
  const record = await model.retrain(policy ? { policy } : {});
  if (json) return printJson(record);
  print(`Version ${record.version} is queued; \`sibyl models ${record.name}\` shows it.`);
}

const verdicts = { accept: 'acceptChallenger', reject: 'rejectChallenger' } as const;

/** Shows the last retrained version beside the one that answers, or accepts or rejects it. */
export async function challenger(model: ModelHandle, verdict: string | undefined, json?: boolean): Promise<void> {
  if (verdict !== undefined && verdict !== 'accept' && verdict !== 'reject')
    throw new CommandError('Use accept or reject.');
  const told = verdict === undefined ? await model.challenger() : await model[verdicts[verdict]]();
  if (json) return printJson(told);
  if (!told.challenger) return print('No version has been compared with the active one yet.');
  print(
    `Version ${told.challenger.version} beside version ${told.champion?.version}: ${told.decision}. ${told.reason}`,
  );
}
