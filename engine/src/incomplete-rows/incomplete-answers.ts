import type { Calibration } from '../bounds/calibration.ts';
import type { FittedBounds } from '../bounds/fitted-bounds.ts';
import type { Part } from '../learners/contract.ts';
import type { PatternReach } from './pattern-reach.ts';
import type { UsualGaps } from './unknown-inputs.ts';

/** How rows are answered of which some inputs are unknown, fitted. */
export interface IncompleteAnswers {
  gaps: UsualGaps;
  /** By input, what likeness in it counts for: what it tells with the others or alone, whichever is more. */
  inputWeights: Float64Array;
  donorCount: number;
  /**
   * Reads widened rows. Of a number: how far the truth is from the mean of the completions, in units of `scaleOf`, so that
   * rows whose completions disagree do not blur those whose agree. Of classes: their probabilities.
   */
  correction: Part;
  /** Classes: how much of the probabilities is the correction's; the rest is the completions'. */
  share: number;
  /** Numbers: how far off answers to complete rows usually are. */
  usualError: number;
  finish:
    | { kind: 'bounds'; fitted: FittedBounds; reach: PatternReach }
    /** By thirds of the inputs that are unknown. */
    | { kind: 'calibrations'; calibrations: readonly Calibration[] };
}

/** The unit of a row's correction: what its completions disagree by, and what is never known. */
export function scaleOf(deviation: number, usualError: number): number {
  return Math.hypot(deviation, usualError);
}

/** Which of so many calibrations a row takes. */
export function bandOf(unknownCount: number, inputCount: number, bands: number): number {
  return Math.min(bands - 1, Math.floor((bands * (unknownCount - 1)) / inputCount));
}
