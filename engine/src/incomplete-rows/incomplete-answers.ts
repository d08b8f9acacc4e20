import type { Calibration } from '../bounds/calibration.ts';
import type { FittedBounds } from '../bounds/fitted-bounds.ts';
import type { FittedModel } from '../learners/contract.ts';
import type { PatternReach } from './pattern-reach.ts';
import type { UsualGaps } from './unknown-inputs.ts';

/** The fitted state for rows with unknown inputs. */
export interface IncompleteAnswers {
  gaps: UsualGaps;
  /** Weight of each input in the similarity of rows: its importance alone or with the others, whichever is greater. */
  inputWeights: Float64Array;
  donorCount: number;
  /** How much more near donors count than far ones. */
  nearness: number;
  /**
   * Predicts from widened rows. For numbers: the distance of the truth from the mean of the completions in units of
   * `scaleOf`, so that rows with uncertain completions do not dominate. For classes: their probabilities.
   */
  correction: FittedModel;
  /** For classes: the weight of the correction's probabilities; the completions' have the rest. */
  share: number;
  /** For numbers: the usual error for complete rows. */
  usualError: number;
  finish:
    | { kind: 'bounds'; fitted: FittedBounds; reach: PatternReach }
    /** One for each third of the inputs being unknown. */
    | { kind: 'calibrations'; calibrations: readonly Calibration[] };
}

/** Returns the unit of a row's correction: the deviation of its completions together with the usual error. */
export function scaleOf(deviation: number, usualError: number): number {
  return Math.hypot(deviation, usualError);
}

/** Returns the index of the calibration for a row with this many unknown inputs. */
export function bandOf(unknownCount: number, inputCount: number, bands: number): number {
  return Math.min(bands - 1, Math.floor((bands * (unknownCount - 1)) / inputCount));
}
