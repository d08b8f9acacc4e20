import type { CvResult, FittedModel, Split } from '../learners/contract.ts';
import type { Contender } from '../search/race.ts';
import type { Training } from './prepare.ts';

/** The chosen contenders with their weights, and their blend's predictions for the validation rows. */
export interface Selection {
  contenders: readonly Contender[];
  /** Whether the time budget ended the search, so that another run may choose differently. */
  isCutShort: boolean;
  weights: ReadonlyMap<Contender, number>;
  predictions: Float64Array;
  /** Predictions with weights that were chosen on other rows; figures, bounds and calibration come from these. */
  crossFitted: Float64Array;
  /** A layer above the blend, where it helps; `predictions` include it. */
  stack?: Stack;
}

/** The result of the search. `training` keeps only the splits that were tried; `best` is the best score. */
export interface Found {
  training: Training;
  contenders: readonly Contender[];
  best: number | undefined;
  isCutShort: boolean;
}

/** Returns the contenders with a weight. */
export function chosen({ weights }: Selection): [Contender, number][] {
  return [...weights].filter(([, weight]) => weight > 0);
}

/** A layer above the blend that won on the validation rows. */
export interface Stack {
  settled: CvResult;
  share: number;
  /**
   * The layer as served: the mean of its splits' models, or a fit on the rows of the split with the blend's
   * predictions.
   */
  serve(split: Split): Promise<FittedModel>;
}
