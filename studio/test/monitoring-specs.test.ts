import type { MonitoringWindow } from '@sibyl/sdk';
import { expect, test } from 'vitest';
import { driftSpec, nameOf } from '../src/models/monitoring-specs.ts';

const windowOf = (...columns: [string, number, number][]) =>
  ({
    start: '2026-01-01T00:00:00Z',
    end: '2026-01-02T00:00:00Z',
    columns: columns.map(([column, distance, rows]) => ({ column, distance, rows, is_drift: false })),
  }) as unknown as MonitoringWindow;

test('columns stand in the order of distances that are none of chance', () => {
  const { layer } = driftSpec([
    windowOf(['rooms', 0.9, 3], ['price', 0.2, 400], ['size', 0.1, 400]),
    windowOf(['rooms', 0.05, 400]),
  ]) as { layer: { encoding: { y: { sort: string[] } } }[] };
  expect(layer[0].encoding.y.sort).toEqual(['price', 'size', 'rooms']);
});

test('windows are named in UTC, where alarms, charts and kept rows tell of them', () => {
  expect(nameOf({ start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' })).toBe('2026-01-01');
  expect(nameOf({ start: '2026-01-01T23:00:00Z', end: '2026-01-02T00:00:00Z' })).toBe('01-01 23:00');
});
