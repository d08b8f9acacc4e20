import { methodNames } from '../methods/list.ts';
import type { Trial } from './backtest.ts';
import { combinePaths, scoreMethods, weighMethods } from './weights.ts';

/** The blend's forecast at one origin, with weights from the other trials, so that its error is honest. */
export interface BlendedTrial {
  /** Values that were known at the origin, of as many as the series had here. */
  known: number;
  historyLength: number;
  path: Float64Array;
  /** The seasonal naive forecast. */
  naive: Float64Array;
  truth: Float64Array;
  unit: number;
  recentUnit: number;
  isRare: boolean;
}

export interface Blend {
  /** Mean scaled error of each method, by series and overall; NaN where it was not tried. */
  scores: number[][];
  pooled: number[];
  /** Whether each pooled score is the root of squared errors: that of a method which only series of rare demand know. */
  areSquared: boolean[];
  /** Weights of the methods for each series, from all its trials. */
  weights: number[][];
  trials: BlendedTrial[][];
}

/**
 * Weighs the methods for every series, and measures how their blend would have done. A series is judged with the mean
 * scores of the other series, so that the measure is honest when series are few.
 */
export function blendMethods(trials: readonly (readonly Trial[])[]): Blend {
  const areRare = trials.map((own) => own.some(({ isRare }) => isRare));
  const scored = [true, false].filter((kind) =>
    trials.some((own, index) => areRare[index] === kind && countUseful(own) > 0),
  );
  // Series that nothing tells of, being constant or short, have the weights of those that have scores.
  if (scored.length < 2) return blendAlike(trials, scored.includes(true));
  const [ofRare, ofOther] = [true, false].map((kind) =>
    blendAlike(
      trials.filter((_, index) => areRare[index] === kind),
      kind,
    ),
  );
  const places = [0, 0];
  const areSquared = ofOther.pooled.map(Number.isNaN);
  const pooled = ofOther.pooled.map((score, method) => (areSquared[method] ? ofRare.pooled[method] : score));
  const merged: Blend = { scores: [], pooled, areSquared, weights: [], trials: [] };
  for (const isRare of areRare) {
    const place = places[Number(isRare)]++;
    const own = isRare ? ofRare : ofOther;
    merged.scores.push(own.scores[place]);
    merged.weights.push(own.weights[place]);
    merged.trials.push(own.trials[place]);
  }
  return merged;
}

/** Of series that are judged by the same kind of error. */
function blendAlike(trials: readonly (readonly Trial[])[], isRare: boolean): Blend {
  const scores = trials.map(scoreMethods);
  const sums = sumScores(scores);
  const pooled = sums.map(({ sum, count }) => sum / count);
  const weights = scores.map((own, index) => weighMethods(own, pooled, { trials: countUseful(trials[index]), isRare }));
  const blended = trials.map((own, index) => {
    const others = sums.map(({ sum, count }, method) => {
      const score = scores[index][method];
      return Number.isNaN(score) ? sum / count : (sum - score) / (count - 1);
    });
    return own.flatMap((trial, place) => {
      const rest = own.filter((_, other) => other !== place);
      const restWeights = weighMethods(scoreMethods(rest), others, { trials: countUseful(rest), isRare });
      const path = combinePaths(trial.paths, restWeights) ?? combinePaths(trial.paths, weights[index]);
      const { paths: _, ...kept } = trial;
      return path ? [{ ...kept, path }] : [];
    });
  });
  return { scores, pooled, areSquared: pooled.map(() => isRare), weights, trials: blended };
}

/** Sums the known scores of each method; each series counts equally. */
function sumScores(scores: readonly (readonly number[])[]): { sum: number; count: number }[] {
  return methodNames.map((_, method) => {
    const known = scores.map((own) => own[method]).filter((score) => !Number.isNaN(score));
    return { sum: known.reduce((sum, score) => sum + score, 0), count: known.length };
  });
}

/** Trials of series that changed before: errors of a constant series have no scale. */
function countUseful(trials: readonly Trial[]): number {
  return trials.filter(({ unit }) => unit > 0).length;
}
