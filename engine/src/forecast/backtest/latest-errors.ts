import type { BlendedTrial } from './blend.ts';

const fewestEarlier = 4;
/** Latest errors are unlike earlier ones from this ratio on, and this many standard deviations of earlier origins. */
const [leastRatio, sureness] = [1.5, 3];

/**
 * Returns how many times as large the errors of forecasts from the latest origins are as those from earlier ones;
 * undefined where chance explains it. A trend or a level that changed lately shows so.
 */
export function findLateChange(trials: readonly (readonly BlendedTrial[])[]): number | undefined {
  const moments = Math.max(0, ...trials.map(({ length }) => length));
  const means = Array.from({ length: moments }, (_, place) =>
    meanOf(trials.flatMap((own) => (own[place] && own[place].unit > 0 ? [meanErrorOf(own[place])] : []))),
  ).filter((mean) => !Number.isNaN(mean));
  const count = countLatest(trials);
  const [latest, earlier] = [means.slice(0, count), means.slice(count)];
  if (earlier.length < fewestEarlier) return undefined;
  const usual = meanOf(earlier);
  const squares = earlier.reduce((sum, mean) => sum + (mean - usual) ** 2, 0);
  const ratio = meanOf(latest) / usual;
  const isSure = meanOf(latest) - usual > sureness * Math.sqrt(squares / (earlier.length - 1));
  return ratio > leastRatio && isSure ? ratio : undefined;
}

/** Number of origins whose forecasts reach into the last horizon. */
function countLatest(trials: readonly (readonly BlendedTrial[])[]): number {
  const longest = trials.reduce((most, own) => (own.length > most.length ? own : most), []);
  return longest.filter(({ known, truth, historyLength }) => known + 2 * truth.length > historyLength).length;
}

function meanErrorOf({ path, truth, unit }: BlendedTrial): number {
  return truth.reduce((sum, value, step) => sum + Math.abs(value - path[step]) / unit / truth.length, 0);
}

/** NaN of none. */
function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value / values.length, 0);
}
