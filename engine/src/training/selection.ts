import type { Part, Sample, Settled } from '../learners/contract.ts';
import type { Contender } from '../search/race.ts';
import type { Training } from './prepare.ts';

/** Contenders that are served, with their weights and what their blend predicted for the held rows. */
export interface Selection {
  contenders: readonly Contender[];
  /** The time budget ended the search, so that another run may choose otherwise. */
  isCutShort: boolean;
  weights: ReadonlyMap<Contender, number>;
  predictions: Float64Array;
  /** The same by weights that were chosen on other rows: what figures, bounds and calibration come from. */
  honest: Float64Array;
  /** A layer above the blend, where it helps; `predictions` have it in them. */
  stack?: Stack;
}

/** What the search found; `training` is left with the splits that were really tried, `best` is the best value of the metric. */
export interface Found {
  training: Training;
  contenders: readonly Contender[];
  best: number | undefined;
  isCutShort: boolean;
}

/** The contenders that are served. */
export function chosen({ weights }: Selection): [Contender, number][] {
  return [...weights].filter(([, weight]) => weight > 0);
}

/** The layer above a blend, as it won on the held rows. */
export interface Stack {
  settled: Settled;
  share: number;
  /** The layer as it is served: the mean of its splits', or one fitted on the sample's rows, told what the blend said of each. */
  serve(sample: Sample): Promise<Part>;
}
