import type { BlendedTrial } from './blend.ts';

/** Powers of the level that are tried: errors as large at any level, by its root, or in proportion to it. */
const powers = [0, 0.5, 1];
/** Least gain in log-likelihood for a power above 0. */
const leastGain = 0.5;
/** Trials may overlap by half. */
const unlike = 0.5;
const leastRatio = 0.05;

type Trials = readonly (readonly BlendedTrial[])[];

/**
 * Returns by which power of the forecast level errors grow within a horizon, where they do, as with a season in per cent:
 * the one under which the errors of all trials are likeliest (with tails as of Laplace's distribution). Series that are not
 * above 0 have no level to be in proportion to.
 */
export function findLevelPower(trials: Trials): number {
  return likeliestPower(trials, ({ path, recentUnit }, power) =>
    levelFactors(path, path.length, power).map((factor) => recentUnit * factor),
  );
}

/** Returns by which power of its level, within a horizon and from one to the next, the errors of a series grow. */
export function findGrowthPower(trials: Trials): number {
  return likeliestPower(trials, ({ path }, power, { recentUnit }) =>
    path.map((value) => recentUnit * Math.max(leastRatio, value) ** power),
  );
}

/** `sizesOf` gives how large the errors of a trial are under a power, in whatever unit; `latest` is the series' latest trial. */
function likeliestPower(
  trials: Trials,
  sizesOf: (trial: BlendedTrial, power: number, latest: BlendedTrial) => Float64Array,
): number {
  const sound = trials.map((own) => own.filter(({ recentUnit }) => recentUnit > 0));
  const isPositive = sound.flat().every(({ path, truth }) => [...path, ...truth].every((value) => value > 0));
  if (!isPositive || sound.every(({ length }) => length === 0)) return 0;
  const [plain, ...others] = powers.map((power) =>
    likelihoodOf(sound.flatMap((own) => own.map((trial) => ({ ...trial, sizes: sizesOf(trial, power, own[0]) })))),
  );
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

/**
 * Returns how much larger errors of each trial would be at the level that its series has now, by the mean of as many whole
 * seasons as a horizon takes.
 */
export function levelsSince(
  trials: Trials,
  histories: readonly Float64Array[],
  { power, season, horizon }: { power: number; season: number; horizon: number },
): number[][] {
  const span = Math.ceil(horizon / season) * season;
  return trials.map((own, series) => {
    const levelAt = (end: number) => {
      const latest = histories[series].subarray(Math.max(0, end - span), end);
      return latest.reduce((sum, value) => sum + value / latest.length, 0);
    };
    return own.map(({ known, historyLength }) => {
      const [then, now] = [levelAt(known), levelAt(historyLength)];
      return power > 0 && then > 0 && now > 0 ? (now / then) ** power : 1;
    });
  });
}

function likelihoodOf(all: readonly { path: Float64Array; truth: Float64Array; sizes: Float64Array }[]): number {
  let [sum, logs, count] = [0, 0, 0];
  for (const { path, truth, sizes } of all)
    for (const [step, size] of sizes.entries()) {
      sum += Math.abs(truth[step] - path[step]) / size;
      logs += Math.log(size);
      count += 1;
    }
  return sum > 0 ? -unlike * (count * Math.log(sum / count) + logs) : 0;
}
