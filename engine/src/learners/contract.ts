import type { Encoded } from '../encoding/frame.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import type { Labels } from '../target/labels.ts';

/** What one fit may look at. */
export interface Sample {
  encoded: Encoded;
  labels: Labels;
  train: Int32Array;
  /** Rows that are predicted, never learned from; empty when all rows are trained on. */
  held: Int32Array;
  seed: number;
  /** Threads that a fit may use; 1 when absent. */
  threads?: number;
  /** Moment (milliseconds of the clock) after which long fits end with what they have, as soon as they have anything. */
  deadline: number;
  /** Lets other work of the process happen, and throws when the training was cancelled. */
  pause(): Promise<void>;
  /** Told of each round of a fit that takes long. */
  onRound?(round: number): void;
}

/** Adds what each input of an encoded row contributes, times `weight`, to `out` from `start` on. */
export type AddContributions = (row: Float64Array, weight: number, out: Float64Array, start: number) => void;

/** A fitted predictor of encoded rows. Regression has one output, classes one probability each. */
export interface Part {
  /** Predicts `count` encoded rows (row-major, count x features) into `out` (count x outputs). */
  score(rows: Float64Array, count: number, out: Float64Array): void;
  /**
   * Trees of one output that came without rows to compare with: writes what each feature of an encoded row adds, and last the
   * output of a row of which nothing is known. They add up to the output.
   */
  explain?(row: Float64Array, out: Float64Array): void;
  /**
   * Parts whose one output is explained exactly: Shapley values of the inputs (`inputOf` names that of each feature) over
   * `background`, encoded rows. Undefined where this part has too many inputs for that.
   */
  explainOver?(background: Float64Array, inputOf: Int32Array): AddContributions | undefined;
  /** Plain JSON that `loadPart` reads; big arrays go to the writer. */
  save(tensors: TensorWriter): Record<string, unknown>;
}

/** A way of learning with its settings, one of the closed list in `candidates.ts`. */
export interface Candidate {
  name: string;
  start(): Run;
}

/** One candidate over the splits tried so far. */
export interface Run {
  add(sample: Sample): Promise<void>;
  /** Chooses what is common to all splits (penalty, number of trees) by their held rows together. */
  settle(): Settled;
}

export interface Settled {
  /** Per split: held rows x outputs. */
  held: Float64Array[];
  parts: Part[];
  settings: Record<string, unknown>;
  /** Microseconds that what is served will take to answer a row, about; from its size, since clocks vary. */
  cost: number;
  /** Seconds that `refit` takes, where it is not as long as a fit of a split. */
  refitSeconds?: number;
  /**
   * Parts whose mean is that of the splits' fits (a bag, Breiman 1996), for candidates that answer better so than by one fit
   * on all rows.
   */
  bag?(): Part[];
  /** The same again on other rows, with the chosen settings. */
  refit(sample: Sample): Promise<Part>;
}

/** Predictions a row: one for regression, one a class otherwise. */
export function outputCount(labels: Labels): number {
  return Math.max(labels.classCount, 1);
}
