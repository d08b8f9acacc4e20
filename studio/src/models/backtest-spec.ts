import type { Backtest } from './described.ts';
import { axisOf } from './forecast-chart.ts';

/** What was forecast from each time of the past with its bounds, and what came. */
export function backtestSpec(points: Backtest['points'], time: string, target: string): object {
  const values = points.map((point) => ({ ...point, origin: String(point.origin) }));
  // Several origins forecast one time; what came is the same.
  const came = [...new Map(values.map((point) => [point.time, point])).values()];
  const x = { field: 'time', title: time, ...axisOf(values[0]?.time, values) };
  const y = { type: 'quantitative', title: target, scale: { zero: false } };
  const color = { field: 'origin', type: 'nominal', legend: null, scale: { scheme: 'category10' } };
  return {
    layer: [
      {
        data: { values: values.filter(({ lower, upper }) => lower !== null && upper !== null) },
        mark: { type: 'area', opacity: 0.12 },
        encoding: { x, y: { ...y, field: 'lower' }, y2: { field: 'upper' }, color },
      },
      {
        data: { values },
        mark: { type: 'line', strokeDash: [5, 3], tooltip: true },
        encoding: { x, y: { ...y, field: 'forecast' }, color },
      },
      {
        data: { values: came },
        mark: { type: 'line', color: '#868e96', point: { size: 20, color: '#868e96' }, tooltip: true },
        encoding: { x, y: { ...y, field: 'actual' } },
      },
    ],
  };
}
