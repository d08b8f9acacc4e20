import type { ModelDescription } from '@sibyl/engine/model.ts';
import { liveFigures } from './live.ts';
import { keyOf, type LiveSums } from './live-sums.ts';
import type { MonitoringWindow } from './schemas.ts';
import { type MonitorSettings, windowAt } from './settings.ts';
import type { WindowKey } from './store.ts';

/** Returns the sums of windows in which nothing was predicted: their truths are of rows without an ID. */
export function toldAlone(
  sums: readonly LiveSums[],
  windows: readonly Pick<WindowKey, 'version' | 'window_start'>[],
): LiveSums[] {
  const keys = new Set(windows.map(keyOf));
  return sums.filter((one) => !keys.has(keyOf(one)));
}

/** Describes a window by its truths, where there are no predicted rows to be compared with those of the training. */
export function describeTold(
  live: LiveSums,
  description: ModelDescription,
  length: MonitorSettings['window'] = 'day',
): MonitoringWindow {
  const { version, window_start: start, truths } = live;
  const end = new Date(windowAt(Date.parse(start), length).end).toISOString();
  return {
    start,
    end,
    version,
    is_complete: end <= new Date().toISOString(),
    rows: 0,
    drawn: 0,
    columns: [],
    answers: { counts: [], quantiles: null, drift: null, confidence: null, width: null },
    together: null,
    estimated: null,
    shadow: null,
    truths,
    live: liveFigures(live, description),
  };
}
