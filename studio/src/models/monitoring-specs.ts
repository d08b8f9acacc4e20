import type { MonitoringWindow } from '@sibyl/sdk';
import { words as modelWords } from '../words/models.ts';
import { words } from '../words/monitoring.ts';

/** Columns of a picture: the most distant ones. */
export const mostColumns = 30;

const time = {
  field: 'start',
  type: 'ordinal',
  title: words.windowInUtc,
  axis: { labelAngle: -40, labelOverlap: true },
};

/** Windows are hours and days in UTC, wherever the page is read. */
export const nameOf = ({ start, end }: Pick<MonitoringWindow, 'start' | 'end'>) =>
  Date.parse(end) - Date.parse(start) < 86_400_000 ? start.slice(5, 16).replace('T', ' ') : start.slice(0, 10);

/** Returns the metrics that truths show, and the one that is estimated. */
export function metricsOf(windows: readonly MonitoringWindow[]) {
  const live = new Set(windows.flatMap((window) => window.live.map(({ metric }) => metric)));
  const estimated = windows.findLast((window) => window.estimated !== null)?.estimated?.metric;
  return { live: [...live], estimated };
}

export function volumeSpec(windows: readonly MonitoringWindow[]): object {
  const values = windows.map((window) => ({ start: nameOf(window), rows: window.rows }));
  return {
    data: { values },
    mark: { type: 'bar', tooltip: true },
    encoding: { x: time, y: { field: 'rows', type: 'quantitative', title: words.volume } },
  };
}

/** Distances of fewer rows are large by chance, and raise nothing. */
const fewestRows = 30;

export function driftSpec(windows: readonly MonitoringWindow[]): object {
  const farthest = new Map<string, number>();
  for (const { columns } of windows)
    for (const { column, distance, rows } of columns) {
      const told = rows < fewestRows ? 0 : distance;
      farthest.set(column, Math.max(told, farthest.get(column) ?? 0));
    }
  const shown = [...farthest]
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostColumns)
    .map(([column]) => column);
  const values = windows.flatMap((window) =>
    window.columns
      .filter(({ column }) => shown.includes(column))
      .map(({ column, distance, rows, is_drift }) => ({ start: nameOf(window), column, distance, rows, is_drift })),
  );
  const y = { field: 'column', type: 'ordinal', title: words.column, sort: shown };
  return {
    data: { values },
    layer: [
      {
        mark: { type: 'rect', tooltip: true },
        encoding: {
          x: time,
          y,
          color: {
            condition: { test: `datum.rows < ${fewestRows}`, value: '#dee2e6' },
            field: 'distance',
            type: 'quantitative',
            title: words.distance,
            scale: { domain: [0, 0.5], clamp: true, scheme: 'oranges' },
          },
        },
      },
      {
        transform: [{ filter: 'datum.is_drift' }],
        mark: { type: 'rect', fill: null, stroke: '#c92a2a', strokeWidth: 2 },
        encoding: { x: time, y },
      },
    ],
  };
}

/** A figure by window with two standard errors, and a line where the training had it. */
export function figureSpec(
  windows: readonly MonitoringWindow[],
  metric: string,
  { isEstimate = false }: { isEstimate?: boolean } = {},
): object {
  const values = windows.flatMap((window) => {
    const found = isEstimate ? window.estimated : window.live.find((one) => one.metric === metric);
    if (!found) return [];
    const { value, standard_error, training } = found;
    return [
      { start: nameOf(window), value, low: value - 2 * standard_error, high: value + 2 * standard_error, training },
    ];
  });
  const y = {
    field: 'value',
    type: 'quantitative',
    title: modelWords.figureOf[metric] ?? metric,
    scale: { zero: false },
  };
  return {
    data: { values },
    layer: [
      {
        mark: { type: 'errorbar', ticks: true, rule: { color: '#868e96' } },
        encoding: { x: time, y: { ...y, field: 'low' }, y2: { field: 'high' } },
      },
      {
        mark: { type: 'line', point: true, tooltip: true, strokeDash: isEstimate ? [4, 3] : [1, 0] },
        encoding: { x: time, y },
      },
      {
        mark: { type: 'line', color: '#868e96', strokeDash: [6, 4] },
        encoding: { x: time, y: { ...y, field: 'training' } },
      },
    ],
  };
}
