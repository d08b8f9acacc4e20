import type { BacktestDescription, BacktestPoint } from '../backtest-description.ts';
import { type ComparedAnswers, comparePairs, fewestRows, mostParts, type Pairs } from './compare-answers.ts';

/** Errors of both models at one time of a series, and the unit of MASE there: means over its forecasts. */
interface Moment {
  series: string;
  time: string | number;
  own: number;
  other: number;
  scale: number;
}

/**
 * Compares two forecasts at the times that both backtests have, by the mean of their forecasts for each time: of several
 * steps, since their origins differ. Times count once, whatever series have them. Undefined for too few.
 */
export function compareForecasts(one: BacktestDescription, other: BacktestDescription): ComparedAnswers | undefined {
  const moments = findMoments(one.points, other.points);
  const times = [...new Set(moments.map(({ time }) => time))].sort((a, b) => (a < b ? -1 : 1));
  const parts = Math.min(mostParts, times.length);
  if (moments.length < fewestRows || parts < 2) return undefined;
  // Neighbouring times hang together, so parts are stretches of time.
  const partOf = new Map(times.map((time, place) => [time, Math.floor((place * parts) / times.length)]));
  const without = (part: number) => measure(moments.filter(({ time }) => partOf.get(time) !== part));
  return { rows: moments.length, figures: comparePairs(parts, without, measure(moments)) };
}

function findMoments(points: readonly BacktestPoint[], others: readonly BacktestPoint[]): Moment[] {
  const keyOf = ({ series, time }: BacktestPoint) => JSON.stringify([series, time]);
  const beside = Map.groupBy(others, keyOf);
  return [...Map.groupBy(points, keyOf)].flatMap(([key, own]) => {
    const other = beside.get(key);
    if (!other) return [];
    const both = [...own, ...other];
    const [{ series, time }] = own;
    return {
      series: JSON.stringify(series),
      time,
      own: meanError(own),
      other: meanError(other),
      scale: both.reduce((sum, point) => sum + (point.scale ?? 0) / both.length, 0),
    };
  });
}

function meanError(points: readonly BacktestPoint[]): number {
  return points.reduce((sum, point) => sum + Math.abs(point.actual - point.forecast) / points.length, 0);
}

/** Series count equally in `mase`, whatever their size; it is left out where an older program kept no unit of it. */
function measure(moments: readonly Moment[]): Pairs {
  const mean = (some: readonly Moment[], figureOf: (one: Moment) => number) =>
    some.reduce((sum, moment) => sum + figureOf(moment) / some.length, 0);
  const changing = moments.filter(({ scale }) => scale > 0);
  const bySeries = [...Map.groupBy(changing, ({ series }) => series).values()];
  const scaled = (what: 'own' | 'other') =>
    bySeries.reduce((sum, some) => sum + mean(some, (one) => one[what] / one.scale) / bySeries.length, 0);
  return {
    ...(bySeries.length > 0 ? { mase: [scaled('own'), scaled('other')] as const } : {}),
    mae: [mean(moments, ({ own }) => own), mean(moments, ({ other }) => other)],
  };
}
