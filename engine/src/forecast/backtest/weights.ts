import { methodNames } from '../methods/list.ts';
import type { Trial } from './backtest.ts';

/** Methods whose error exceeds the best one's by more than this are left out. */
const mostBehind = 1.5;
/** Of rare demand nearly all of the error is chance, whatever the method. */
const mostBehindOfRare = 1.015;
/** A series' own error has the weight of its trials, the mean error of all series that of this many trials. */
const pooledTrials = 3;

/**
 * Returns the mean scaled error of each method over the trials of a series; NaN where it was not tried at every origin.
 */
export function scoreMethods(trials: readonly Trial[]): number[] {
  const scaled = trials.filter(({ unit }) => unit > 0);
  return methodNames.map((_, method) => {
    const errors = scaled.map(({ paths, truth, unit, isRare }) =>
      meanError(paths[method], truth, unit, isRare ? 2 : 1),
    );
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    return scaled[0]?.isRare ? Math.sqrt(mean) : mean;
  });
}

function meanError(path: Float64Array | undefined, truth: Float64Array, unit: number, power: 1 | 2): number {
  if (!path) return Number.NaN;
  return truth.reduce((sum, value, step) => sum + Math.abs((value - path[step]) / unit) ** power, 0) / truth.length;
}

/** Returns the mean of the finite numbers of a column, NaN when there are none. */
export function meanOfKnown(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * Returns the weight of each method for one series: the inverse square of its error, without the bad ones (combinations
 * beat the single best: Makridakis et al., the M4 competition, 2020). `pooled` are the mean errors over all series.
 */
export function weighMethods(
  own: readonly number[],
  pooled: readonly number[],
  { trials: trialCount, isRare }: { trials: number; isRare: boolean },
): number[] {
  const errors = own.map((error, method) => {
    if (trialCount === 0 || pooled.every(Number.isNaN)) return pooled[method];
    return Number.isNaN(pooled[method])
      ? error
      : (error * trialCount + pooled[method] * pooledTrials) / (trialCount + pooledTrials);
  });
  const best = Math.min(...errors.filter((error) => !Number.isNaN(error)));
  const behind = isRare ? mostBehindOfRare : mostBehind;
  return errors.map((error) => (error <= behind * best ? (error + 1e-6) ** -2 : 0));
}

/** Returns the weighted mean of the existing paths; undefined when there are none. */
export function combinePaths(
  paths: readonly (Float64Array | undefined)[],
  weights: readonly number[],
): Float64Array | undefined {
  const [first] = paths.filter((path, method) => path && weights[method] > 0);
  if (!first) return undefined;
  const total = weights.reduce((sum, weight, method) => sum + (paths[method] ? weight : 0), 0);
  return first.map((_, step) =>
    weights.reduce((sum, weight, method) => sum + (weight / total) * (paths[method]?.[step] ?? 0), 0),
  );
}
