import type { Design } from '../design.ts';
import type { Shape } from './network.ts';

/** Perceptrons over the same encoded rows. */
export interface NetworkModel {
  design: Design;
  shape: Shape;
  /** Parameters of each network; the prediction is the mean of theirs. */
  members: readonly Float64Array[];
  /** Regression: the raw score is in units of `spread` around `mean`. */
  mean: number;
  spread: number;
}
