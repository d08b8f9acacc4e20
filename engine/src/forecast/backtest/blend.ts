import { methodNames } from '../methods/list.ts';
import type { Trial } from './backtest.ts';
import { combinePaths, meanOfKnown, scoreMethods, weighMethods } from './weights.ts';

/** What the blend said at one origin, with weights from the other trials, so that its error is that of a forecast. */
export interface BlendedTrial {
  path: Float64Array;
  /** What the seasonal naive forecast said. */
  naive: Float64Array;
  truth: Float64Array;
  unit: number;
  recentUnit: number;
}

export interface Blend {
  /** Mean scaled error of each method, for each series and over all; NaN where it was not tried. */
  scores: number[][];
  pooled: number[];
  /** A weight a method for each series, from all its trials. */
  weights: number[][];
  trials: BlendedTrial[][];
}

/** Weighs the methods for every series, and tells how their blend would have done. */
export function blendMethods(trials: readonly (readonly Trial[])[]): Blend {
  const scores = trials.map(scoreMethods);
  const pooled = poolScores(scores);
  const weights = scores.map((own, index) => weighMethods(own, pooled, countUseful(trials[index])));
  const blended = trials.map((own, index) => {
    const others =
      trials.length > 1 ? poolScores(scores.filter((_, other) => other !== index)) : pooled.map(() => Number.NaN);
    return own.flatMap((trial, place) => {
      const rest = own.filter((_, other) => other !== place);
      const restWeights = weighMethods(scoreMethods(rest), others, countUseful(rest));
      const path = combinePaths(trial.paths, restWeights) ?? combinePaths(trial.paths, weights[index]);
      return path
        ? [{ path, naive: trial.naive, truth: trial.truth, unit: trial.unit, recentUnit: trial.recentUnit }]
        : [];
    });
  });
  return { scores, pooled, weights, trials: blended };
}

/** Each series counts alike; with thousands of them leaving one out changes nothing, with few it keeps the test honest. */
function poolScores(scores: readonly (readonly number[])[]): number[] {
  return methodNames.map((_, method) => meanOfKnown(scores.map((own) => own[method])));
}

/** Trials of a series that moved before: where nothing ever changed there is no scale for errors. */
function countUseful(trials: readonly Trial[]): number {
  return trials.filter(({ unit }) => unit > 0).length;
}
