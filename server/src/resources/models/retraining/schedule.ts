import { Cron } from 'croner';
import { type Static, Type } from 'typebox';
import { invalidField } from '../../../errors.ts';
import type { OpenAlarm } from '../monitoring/causes.ts';

/** When a model is retrained by itself, as it is sent and shown. */
export const retrainingSchedule = Type.Object(
  {
    cron: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Five fields of cron: minute, hour, day of the month, month, day of the week. At most every hour; a table that has not changed since the last training is not trained on again.',
        examples: ['0 3 * * *'],
      }),
    ),
    time_zone: Type.Optional(
      Type.String({ maxLength: 60, description: 'Time zone of `cron`. Default: UTC.', examples: ['Europe/Berlin'] }),
    ),
    after_rows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1e12,
        description:
          'As soon as the table has so many more rows than at the last training; those that came before this was set count too.',
      }),
    ),
    on_alarm: Type.Optional(
      Type.Boolean({
        description: 'As soon as the watch of the latest version raises an alarm, once for each version.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, title: 'RetrainingSchedule' },
);
export type RetrainingSchedule = Static<typeof retrainingSchedule>;

/** The schedule as it is stored, with what was so when it was set or last led to a training. */
export interface KeptSchedule extends RetrainingSchedule {
  since: string;
  rows: number | null;
  /** The version whose alarm last led to a training. */
  alarmed?: number;
  /** After a passing fault, when a training that was due is tried again. */
  again_at?: string;
}

export const retrainingPolicies = ['always', 'better', 'ask'] as const;
export type RetrainingPolicy = (typeof retrainingPolicies)[number];

const leastMinutes = 60;
const beforeMidnight = '1999-12-31T23:59:59Z';

/** @throws ServiceError for a schedule that can never be due, or is due too often */
export function checkSchedule({ cron, time_zone, after_rows, on_alarm }: RetrainingSchedule): void {
  if (cron === undefined && after_rows === undefined && on_alarm !== true)
    throw invalidField('/schedule', 'must name `cron`, `after_rows` or `on_alarm: true`', 'required');
  if (time_zone !== undefined && cron === undefined)
    throw invalidField('/schedule/time_zone', 'belongs to `cron`, which is absent', 'not_allowed');
  if (cron === undefined) return;
  if (!readCron(cron, time_zone).nextRun())
    throw invalidField('/schedule/cron', 'must name a time that comes', 'wrong_format');
  // From a midnight without clock changes on: half past an hour, the hour's first time may lie behind
  const [first, second] = readCron(cron).nextRuns(2, beforeMidnight);
  if (first && second && second.getTime() - first.getTime() < leastMinutes * 60_000)
    throw invalidField('/schedule/cron', 'must not be due more often than once an hour', 'too_small');
}

function readCron(cron: string, timezone = 'UTC'): Cron {
  requireTimeZone(timezone);
  try {
    return new Cron(cron, { timezone, paused: true, mode: '5-part' });
  } catch {
    throw invalidField('/schedule/cron', 'must be five fields of cron, such as `0 3 * * *`', 'wrong_format');
  }
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw invalidField('/schedule/time_zone', 'must be a time zone such as Europe/Berlin', 'wrong_format');
  }
}

/** What decides whether a model is due. */
export interface Situation {
  now: Date;
  /** Rows of the table now; null for other sources. */
  rows: number | null;
  alarms: readonly Pick<OpenAlarm, 'cause' | 'version'>[];
  latestVersion: number;
}

/** Returns why a model is to be retrained now; undefined when it is not. */
export function reasonToRetrain(schedule: KeptSchedule, { now, rows, alarms, latestVersion }: Situation) {
  const { cron, time_zone, after_rows, on_alarm, alarmed, since, again_at } = schedule;
  if (again_at !== undefined && now < new Date(again_at)) return undefined;
  // A training that failed makes its version stale, which the next one would not mend.
  const isAlarmed = alarms.some(({ cause, version }) => cause !== 'stale' && version === latestVersion);
  if (on_alarm && isAlarmed && alarmed !== latestVersion) return 'alarm';
  if (after_rows !== undefined && rows !== null && rows - (schedule.rows ?? 0) >= after_rows) return 'rows';
  const next = cron === undefined ? null : readCron(cron, time_zone).nextRun(new Date(since));
  return next && next <= now ? 'schedule' : undefined;
}
