import { collectBounds, type ErrorBounds } from '../../bounds/conformal.ts';
import { distanceAt } from '../../bounds/few-errors.ts';

/** Errors of one series' backtest: one list for each trial, one error for each step, in units of the recent naive error. */
export type ScaledErrors = readonly Float64Array[];

/**
 * The error distribution of forecasts: `bounds` of errors divided by the `sizes` of the series and the `growth` of the
 * step.
 */
export interface ForecastBounds {
  /** Errors of all series and steps, brought to one size. */
  bounds: ErrorBounds;
  /** Mean size of the error at each step up to the furthest that may be asked, never decreasing. */
  growth: Float64Array;
  /** Size of each series' errors relative to all. */
  sizes: Float64Array;
}

/**
 * Most degrees of freedom: the size of errors of real series changes with time, so a tenth of those to come is further
 * out than many errors of the past tell (115 series that packages ship).
 */
const mostFreedom = 6;

/** Returns half the width of the bounds at a level, in units of the size of errors. */
export function distanceOfForecasts(bounds: ErrorBounds, level: number): number {
  return distanceAt(bounds, level, mostFreedom);
}

/** A series' own errors have the weight of its trials, the errors of all series that of this many trials. */
const pooledTrials = 3;

/** Learns bounds from backtest errors. Series without trials get the size of all. `limit` is at least the horizon. */
export function fitForecastBounds(errors: readonly ScaledErrors[], horizon: number, limit: number): ForecastBounds {
  const growth = extendGrowth(growthOf(errors.flat(), horizon), limit);
  const sizes = Float64Array.from(errors, (own) => sizeOf(own, growth, horizon));
  const levelled = errors.flatMap((own) =>
    own.map((trial, place) => {
      const size = sizeOf(apartFrom(own, place), growth, horizon);
      return trial.map((error, step) => error / (growth[step] * size));
    }),
  );
  // With too few errors for separate sides, each counts on both.
  const mirrored = Float64Array.from(levelled.flatMap((trial) => [...trial, ...trial.map((error) => -error)]));
  return { bounds: collectBounds(mirrored, countIndependent(levelled)), growth, sizes };
}

/**
 * Returns the trials that are not next to another one, which they may overlap. A size that knows an error hides how large
 * it is: bounds of 0.9 then held 0.85 of walks to come.
 */
function apartFrom(own: ScaledErrors, place: number): ScaledErrors {
  return own.filter((_, other) => Math.abs(other - place) > 1);
}

/**
 * Trials of short series overlap by half. Those of others count so too: as wholly independent ones, bounds of 0.9 held .006
 * less of 112 real series.
 */
const unlike = 0.5;

/**
 * Returns the effective number of independent errors: errors of steps within a trial are correlated as far as their
 * mean is not 0.
 */
function countIndependent(trials: readonly Float64Array[]): number {
  let [squares, count, squaredSums] = [0, 0, 0];
  for (const trial of trials) {
    const sum = trial.reduce((total, error) => total + error, 0);
    squares += trial.reduce((total, error) => total + error * error, 0);
    squaredSums += sum * sum;
    count += trial.length;
  }
  const alike = squares > 0 ? Math.max(1, squaredSums / squares) : 1;
  return Math.max(1, Math.round((unlike * count) / alike));
}

function growthOf(trials: readonly Float64Array[], horizon: number): Float64Array {
  const means = Float64Array.from({ length: horizon }, (_, step) =>
    trials.reduce((sum, trial) => sum + Math.abs(trial[step]) / trials.length, 0),
  );
  const sound = raise(means);
  return sound.map((size) => (size > 0 ? size : 1));
}

/** Returns the closest non-decreasing sequence, by averaging neighbours that decrease (pool adjacent violators). */
export function raise(values: Float64Array): Float64Array {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    let block = { sum: value, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: block.sum + last.sum, count: block.count + last.count };
    }
    blocks.push(block);
  }
  return Float64Array.from(blocks.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count)));
}

/** Beyond the tested steps errors are assumed to grow like those of a random walk: with the root of the distance. */
export function extendGrowth(growth: Float64Array, limit: number): Float64Array {
  const horizon = growth.length;
  return Float64Array.from({ length: limit }, (_, step) =>
    step < horizon ? growth[step] : growth[horizon - 1] * Math.sqrt((step + 1) / horizon),
  );
}

function sizeOf(own: ScaledErrors, growth: Float64Array, horizon: number): number {
  const sum = own.reduce(
    (all, trial) => all + trial.reduce((one, error, step) => one + Math.abs(error) / growth[step], 0),
    0,
  );
  const weight = pooledTrials * horizon;
  return (sum + weight) / (own.length * horizon + weight);
}
