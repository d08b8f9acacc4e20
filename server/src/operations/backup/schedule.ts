import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { singleWorkers } from '../../platform/workers/workers.ts';
import type { GaugeServices } from '../context.ts';
import type { BackupTasks } from './handler.ts';
import { type BackupPlace, openPlace } from './places.ts';

const hourMs = 3_600_000;
/** The longest timeout that Node supports. */
const longestMs = 2 ** 31 - 1;
const namePattern = /^sibyl-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.tar$/;
const workers = singleWorkers<BackupTasks>('backup', new URL('handler.ts', import.meta.url));

export interface ScheduleServices extends Pick<GaugeServices, 'metrics'> {
  config: Config;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
  temporaryDirectory: string;
}

export function nameOfBackup(time: Date): string {
  return `sibyl-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

/** Returns the time of a scheduled backup in ms; undefined for any other file. */
export function timeOfBackup(name: string): number | undefined {
  const [, day, ...clock] = namePattern.exec(name) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}${clock.join(':')}Z`);
}

/** Lists the scheduled backups, the oldest first. */
async function listBackups(place: BackupPlace): Promise<string[]> {
  return (await place.list()).filter((name) => timeOfBackup(name) !== undefined).toSorted();
}

/** Makes one backup and deletes surplus ones. Returns its name. */
export async function keepBackup(
  { config, temporaryDirectory }: Pick<ScheduleServices, 'config' | 'temporaryDirectory'>,
  now: Date,
  signal?: AbortSignal,
): Promise<string> {
  const place = await openPlace(config.backupTo);
  const name = nameOfBackup(now);
  const file = join(temporaryDirectory, name);
  try {
    const limits = { timeMs: 12 * hourMs, memoryBytes: 2 ** 31 };
    await workers.run('backUp', { config, path: file }, { limits, ...(signal ? { signal } : {}) });
    await place.put(name, file);
  } finally {
    await rm(file, { force: true });
  }
  for (const old of (await listBackups(place)).slice(0, -config.backupKeep)) await place.remove(old);
  return name;
}

/** Makes backups on schedule. Returns a function that stops it. */
export function scheduleBackups(services: ScheduleServices): () => Promise<void> {
  const { config, log, metrics } = services;
  const counts = { done: 0, failed: 0 };
  let newest = 0;
  metrics.watch('sibyl_backup_time_seconds', 'Time of the newest scheduled backup.', () => newest / 1000);
  metrics.watchCount(
    'sibyl_backups_total',
    'Scheduled backups.',
    () => Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ['outcome'],
  );
  if (config.backupTo === '') return async () => {};
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const plan = (ms: number) => {
    if (!ending.signal.aborted) timer = setTimeout(begin, Math.min(Math.max(ms, 0), longestMs)).unref();
  };
  const untilNext = () => newest + config.backupHours * hourMs - Date.now();
  const run = async () => {
    try {
      newest = timeOfBackup((await listBackups(await openPlace(config.backupTo))).at(-1) ?? '') ?? 0;
      if (untilNext() > 0) return plan(untilNext());
      const name = await keepBackup(services, new Date(), ending.signal);
      newest = timeOfBackup(name)!;
      counts.done += 1;
      log.info({ backup: name }, 'backed up');
      plan(untilNext());
    } catch (err) {
      if (ending.signal.aborted) return;
      counts.failed += 1;
      log.error({ err }, 'a scheduled backup failed; it is tried again in an hour');
      plan(hourMs);
    }
  };
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = run();
  };
  begin();
  return async () => {
    ending.abort(new Error('the service stops'));
    clearTimeout(timer);
    await running;
  };
}
