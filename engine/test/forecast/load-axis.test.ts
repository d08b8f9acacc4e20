import { expect, test } from 'vitest';
import { writeTime } from '../../src/forecast/axis/format.ts';
import { moveSteps } from '../../src/forecast/axis/step.ts';
import { loadReading, loadStep } from '../../src/forecast/load-axis.ts';
import { SavedValue } from '../../src/model-file/reader.ts';

const saved = (value: unknown) => new SavedValue(value, new Map());
const january = Date.UTC(2024, 0, 31);

test('an axis of an earlier release is continued as before', () => {
  const step = loadStep(saved({ unit: 'month', count: 1, atMonthEnd: true }));
  expect(new Date(moveSteps(step, january, 1)).toISOString()).toContain('2024-02-29');
  const friday = Date.UTC(2024, 0, 5);
  const workdays = loadStep(saved({ unit: 'weekday', count: 1, atMonthEnd: false }));
  expect(new Date(moveSteps(workdays, friday, 1)).toISOString()).toContain('2024-01-08');
  const write = (style: string, mark: string, isPadded: boolean) =>
    writeTime(loadReading(saved({ format: { style, mark, isPadded }, order: 'ymd' })).format, january);
  expect(write('month', '-', true)).toBe('2024-01');
  expect(write('month', '/', false)).toBe('2024/1');
  expect(write('quarter', '-Q', false)).toBe('2024-Q1');
  expect(write('timestamp', '', false)).toBe('2024-01-31T00:00:00Z');
});

test.each<[what: string, value: object]>([
  ['weekdays twice', { unit: 'weekday', count: 1, weekdays: [1, 1] }],
  ['no weekdays', { unit: 'weekday', count: 1, weekdays: [] }],
  ['a day beyond the month', { unit: 'month', count: 1, day: 32, hasAnyDay: false }],
  ['no distance', { unit: 'millisecond', count: 0 }],
])('a saved step with %s is refused', (_, value) => {
  expect(() => loadStep(saved(value))).toThrow('model');
});

test.each<[what: string, format: object]>([
  ['an unknown zone', { style: 'timestamp', zone: 'Moon/Sea' }],
  ['an unknown unit', { style: 'period', unit: 'eon', template: '{yyyy}', months: [], isNumber: false, firstYear: 0 }],
  [
    'an endless template',
    { style: 'period', unit: 'month', template: 'x'.repeat(101), months: [], isNumber: false, firstYear: 0 },
  ],
  ['a count without length', { style: 'count', origin: 0, length: 0, digits: 0 }],
])('a saved format with %s is refused', (_, format) => {
  expect(() => loadReading(saved({ format, order: 'ymd' }))).toThrow('model');
});
