import type { BlendedTrial } from './blend.ts';

/** Powers of the level that are tried: errors as large at any level, by its root, or in proportion to it. */
const powers = [0, 0.5, 1];
/** Least gain in log-likelihood for a power above 0. */
const leastGain = 0.5;
/** Trials may overlap by half. */
const unlike = 0.5;
const leastRatio = 0.05;

/**
 * Returns by which power of the forecast level errors grow, where they do, as with a season in per cent: the one under
 * which the errors of all trials are likeliest (with tails as of Laplace's distribution). Series that are not above 0
 * have no level to be in proportion to.
 */
export function findLevelPower(trials: readonly (readonly BlendedTrial[])[]): number {
  const all = trials.flat().filter(({ recentUnit }) => recentUnit > 0);
  const isPositive = all.every(({ path, truth }) => [...path, ...truth].every((value) => value > 0));
  if (all.length === 0 || !isPositive) return 0;
  const [plain, ...others] = powers.map((power) => likelihoodOf(all, power));
  const best = Math.max(...others);
  return best - plain > leastGain ? powers[1 + others.indexOf(best)] : 0;
}

/** Returns the size of errors at each step of a forecast, relative to its mean level over the horizon. */
export function levelFactors(path: Float64Array, horizon: number, power: number): Float64Array {
  if (power === 0) return path.map(() => 1);
  const steps = Math.min(horizon, path.length);
  const mean = path.subarray(0, steps).reduce((sum, value) => sum + value / steps, 0);
  return path.map((value) => (mean > 0 ? Math.max(leastRatio, value / mean) ** power : 1));
}

function likelihoodOf(trials: readonly BlendedTrial[], power: number): number {
  let [sizes, logs, count] = [0, 0, 0];
  for (const { path, truth, recentUnit } of trials)
    for (const [step, factor] of levelFactors(path, path.length, power).entries()) {
      sizes += Math.abs(truth[step] - path[step]) / (recentUnit * factor);
      logs += Math.log(factor);
      count += 1;
    }
  return sizes > 0 ? -unlike * (count * Math.log(sizes / count) + logs) : 0;
}
