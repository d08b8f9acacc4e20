import type { BlendedTrial } from './blend.ts';

const fewestEarlier = 4;
/** What the latest forecasts tell beside earlier ones, from these ratios on. */
const [leastRatio, leastLeaning] = [1.3, 2.5];

/**
 * Returns how many times as large the errors of forecasts from the latest origin are as those from all of them; undefined
 * where chance explains it. A trend or a level that changed lately shows so: errors of one forecast then have one sign, so
 * their means grow more than their sizes.
 */
export function findLateChange(trials: readonly (readonly BlendedTrial[])[]): number | undefined {
  const moments = Math.max(0, ...trials.map(({ length }) => length));
  const measured = Array.from({ length: moments }, (_, place) => measureAt(trials, place)).filter(
    ({ size }) => !Number.isNaN(size),
  );
  const [latest] = measured;
  const earlier = measured.slice(countLatest(trials));
  if (earlier.length < fewestEarlier) return undefined;
  const usual = Math.sqrt(meanOf(earlier.map(({ leaning }) => leaning ** 2)));
  const isChange =
    latest.leaning > leastLeaning * usual && latest.size > leastRatio * meanOf(earlier.map(({ size }) => size));
  return isChange ? latest.size / meanOf(measured.map(({ size }) => size)) : undefined;
}

/**
 * Returns by how much bounds of a series are widened after a late change: by its root, because a few months that nothing
 * foretold look the same and mostly end (docs/decisions/forecasts.md).
 */
export function widenAfterChange(trials: readonly BlendedTrial[]): number {
  return Math.sqrt(Math.max(1, findLateChange([trials]) ?? 1));
}

/** Number of origins whose forecasts reach into the last horizon. */
function countLatest(trials: readonly (readonly BlendedTrial[])[]): number {
  const longest = trials.reduce((most, own) => (own.length > most.length ? own : most), []);
  return longest.filter(({ known, truth, historyLength }) => known + 2 * truth.length > historyLength).length;
}

/** The mean over series of the size of the errors from one origin, and of the size of their mean; NaN of none. */
function measureAt(trials: readonly (readonly BlendedTrial[])[], place: number) {
  const errors = trials.flatMap((own) => {
    const trial = own[place];
    if (!(trial?.recentUnit > 0)) return [];
    return [Array.from(trial.truth, (value, step) => (value - trial.path[step]) / trial.recentUnit)];
  });
  return {
    size: meanOf(errors.map((own) => meanOf(own.map(Math.abs)))),
    leaning: meanOf(errors.map((own) => Math.abs(meanOf(own)))),
  };
}

/** NaN of none. */
function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value / values.length, 0);
}
