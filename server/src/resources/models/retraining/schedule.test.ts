import { afterEach, expect, it, vi } from 'vitest';
import type { AlarmCause } from '../monitoring/causes.ts';
import { checkSchedule, type KeptSchedule, reasonToRetrain } from './schedule.ts';

afterEach(() => vi.useRealTimers());

const since = '2026-03-28T12:00:00.000Z';
const quiet = { rows: 100, alarms: [], latestVersion: 2 };
const alarmed = (cause: AlarmCause, version: number) => ({
  ...quiet,
  alarms: [{ cause, version }],
  now: new Date(since),
});

it.each<[string, Partial<KeptSchedule>, Parameters<typeof reasonToRetrain>[1], string | undefined]>([
  ['before its hour', { cron: '0 3 * * *' }, { ...quiet, now: new Date('2026-03-29T02:59:00Z') }, undefined],
  ['at its hour', { cron: '0 3 * * *' }, { ...quiet, now: new Date('2026-03-29T03:00:00Z') }, 'schedule'],
  [
    'where summer begins in between',
    { cron: '0 3 * * *', time_zone: 'Europe/Berlin' },
    { ...quiet, now: new Date('2026-03-29T01:00:00Z') },
    'schedule',
  ],
  ['with too few new rows', { after_rows: 50, rows: 60 }, { ...quiet, now: new Date(since) }, undefined],
  ['with enough new rows', { after_rows: 40, rows: 60 }, { ...quiet, now: new Date(since) }, 'rows'],
  [
    'some minutes after a fault',
    { after_rows: 40, rows: 60, again_at: '2026-03-28T12:05:00.000Z' },
    { ...quiet, now: new Date('2026-03-28T12:04:00Z') },
    undefined,
  ],
  ['without a table', { after_rows: 40, rows: 0 }, { ...quiet, rows: null, now: new Date(since) }, undefined],
  ['on an alarm', { on_alarm: true, alarmed: 1 }, alarmed('drift', 2), 'alarm'],
  ['on an alarm that led to a training', { on_alarm: true, alarmed: 2 }, alarmed('drift', 2), undefined],
  ['on an alarm of a former version', { on_alarm: true }, alarmed('drift', 1), undefined],
  ['on the failure of its training', { on_alarm: true }, alarmed('stale', 2), undefined],
  ['on an alarm that it does not wait for', { after_rows: 400 }, alarmed('drift', 2), undefined],
])('is due %s', (_, schedule, situation, reason) => {
  expect(reasonToRetrain({ since, rows: 0, ...schedule }, situation)).toBe(reason);
});

it.each(['0,30 0 * * *', '*/20 3 * * 1', '0,59 * * * *'])(
  'may not be due twice an hour, whatever the time is: %s',
  (cron) => {
    for (const minute of ['10', '45']) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`2026-03-30T00:${minute}:00Z`) });
      expect(() => checkSchedule({ cron })).toThrow(/once an hour/);
    }
  },
);

it('may be due each hour, also where the clocks change', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-28T20:00:00Z') });
  for (const cron of ['0 2,3 * * *', '30 * * * *', '0 3 29 2 *'])
    expect(() => checkSchedule({ cron, time_zone: 'Europe/Berlin' })).not.toThrow();
});
