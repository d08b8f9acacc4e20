import { extendGrowth, raise, type ScaledErrors } from './error-bounds.ts';

/** How errors go on: a level that wanders and fades, under noise. It tells what values newer than a forecast change. */
export interface Level {
  /** Variance of a step of the level, in units of that of the noise; 0 where newer values tell nothing. */
  wander: number;
  /** Share of the level that remains after a step. */
  kept: number;
}

export interface Following extends Level {
  /** Mean size of errors by steps after the newest value, in the unit of the growth of errors; never below that. */
  growth: Float64Array;
}

/** Kinds of levels that are tried, the simplest first. */
const levels: readonly Level[] = [
  { wander: 0, kept: 1 },
  ...[0.01, 0.03, 0.1, 0.3, 1, 3, 10, 100].flatMap((wander) => [1, 0.9, 0.7].map((kept) => ({ wander, kept }))),
];
/** Share by which following must lower the errors. */
const leastGain = 0.01;
/** Most products of trials and squared horizons that each kind is tried on. */
const mostWork = 2_000_000;

/** Returns the level after each error, by Kalman's filter (1960); unknown errors (NaN) only let it fade. */
export function followErrors(errors: Float64Array, { wander, kept }: Level): Float64Array {
  let [level, variance] = [0, 0];
  return errors.map((error) => {
    level *= kept;
    variance = kept * kept * variance + wander;
    if (Number.isNaN(error)) return level;
    const gain = variance / (variance + 1);
    level += gain * (error - level);
    variance *= 1 - gain;
    return level;
  });
}

/**
 * Learns how forecasts of the past would have followed their own first errors: the kind of level that leaves the least
 * of the later ones, and how large these then are.
 */
export function learnFollowing(errors: readonly ScaledErrors[], plain: Float64Array, horizon: number): Following {
  const trials = thin(errors.flat(), horizon);
  const measured = levels.map((level) => measureFollowing(trials, level, horizon));
  const [none] = measured;
  const best = measured.reduce((least, one) => (one.sum < least.sum ? one : least));
  if (!(best.sum < (1 - leastGain) * none.sum)) return { ...levels[0], growth: plain };
  const sizes = raise(best.sizes);
  // What follows is no surer than a new training, whose methods know the newest values too.
  const growth = Float64Array.from({ length: horizon }, (_, step) => Math.max(plain[step], sizes[step] ?? 0));
  return { ...levels[measured.indexOf(best)], growth: extendGrowth(raise(growth), plain.length) };
}

function thin(trials: readonly Float64Array[], horizon: number): Float64Array[] {
  const most = Math.max(50, Math.floor(mostWork / horizon ** 2));
  const stride = Math.max(1, trials.length / most);
  return Array.from({ length: Math.floor(trials.length / stride) }, (_, place) => trials[Math.floor(place * stride)]);
}

/** Errors left after following, by steps after the newest value (from 1), over all numbers of newer values. */
function measureFollowing(trials: readonly Float64Array[], level: Level, horizon: number) {
  const sums = new Float64Array(Math.max(0, horizon - 1));
  for (const trial of trials)
    for (const [newest, followed] of followErrors(trial, level).entries()) {
      let left = followed;
      for (let ahead = 1; newest + ahead < trial.length; ahead++) {
        left *= level.kept;
        sums[ahead - 1] += Math.abs(trial[newest + ahead] - left);
      }
    }
  const sizes = sums.map((sum, index) => sum / Math.max(1, trials.length * (horizon - 1 - index)));
  return { sum: sums.reduce((all, one) => all + one, 0), sizes };
}
