import { createLevels, defaultCoverage } from '../answers/answerer.ts';
import type { RangeLimits } from '../answers/range-limits.ts';
import { createSizeReader, placeBounds } from '../bounds/fitted-bounds.ts';
import { bringInto, limitBounds, type Support } from '../bounds/support.ts';
import type { Predictions, PredictOptions } from '../model.ts';
import type { IncompleteAnswers } from './incomplete-answers.ts';
import { createReachReader, reachCoverage } from './pattern-reach.ts';
import { weightOf } from './similarity.ts';

export type FinishWithBounds = Extract<IncompleteAnswers['finish'], { kind: 'bounds' }>;

interface Finishing extends Pick<IncompleteAnswers, 'inputWeights'> {
  /** Number of features of a widened row. */
  wide: number;
  limits: RangeLimits;
  support: Support;
}

interface Corrected {
  /** The row with its unknown inputs missing and the features of its completions, and one more place. */
  widened: Float64Array;
  unknown: readonly number[];
  /** What bounds are measured in. */
  unit: number;
  prediction: number;
}

/** Returns a function that writes the answer to a row of unknown inputs at place `index`. */
export function finishNumbers(finish: FinishWithBounds, { inputWeights, wide, limits, support }: Finishing) {
  const levelAt = createLevels(finish.fitted);
  const sizeOf = createSizeReader(finish.fitted, wide);
  const reachOf = createReachReader(finish.reach, inputWeights.map(weightOf));
  const bounds = { lower: 0, upper: 0 };
  return (corrected: Corrected, options: PredictOptions, into: Predictions, index: number): void => {
    const { widened, unknown, unit, prediction } = corrected;
    const { quantile = defaultCoverage } = options;
    const reach = reachOf(unknown, quantile);
    const level = levelAt(reach === undefined ? quantile : reachCoverage);
    placeBounds(level.read, prediction, sizeOf(widened, prediction), bounds);
    const times = unit * limits.widening(widened, 0) * (reach ?? reachOf(unknown, reachCoverage) ?? 1);
    const value = bringInto(support, prediction);
    bounds.lower = stretch(bounds.lower, prediction, times);
    bounds.upper = stretch(bounds.upper, prediction, times);
    limitBounds(support, value, bounds);
    into.values[index] = value;
    into.lower![index] = bounds.lower;
    into.upper![index] = bounds.upper;
    into.confidence[index] = reach === undefined ? level.confidence : promised(level.confidence, quantile);
  };
}

/** A bound that reaches an end of the possible values is infinite, and stays so whatever it is multiplied by. */
function stretch(bound: number, prediction: number, times: number): number {
  return Number.isFinite(bound) ? prediction + times * (bound - prediction) : bound;
}

/** Says the asked coverage, unless errors were too few for the one that bounds were made at. */
function promised(confidence: number, coverage: number): number {
  return confidence < reachCoverage ? Math.min(coverage, confidence) : coverage;
}
