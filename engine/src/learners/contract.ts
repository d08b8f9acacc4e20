import type { Encoded } from '../encoding/frame.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import type { Labels } from '../target/labels.ts';

/** One train/validation split, with all that a fit may look at. */
export interface Split {
  encoded: Encoded;
  labels: Labels;
  train: Int32Array;
  /** Rows that are predicted but never learned from; empty when all rows are trained on. */
  validation: Int32Array;
  seed: number;
  /** Number of threads that a fit may use. Default 1. */
  threads?: number;
  /** Moment (milliseconds of the clock) after which long fits end with the best they have. */
  deadline: number;
  /** Lets the event loop run, and throws when the training was cancelled. */
  pause(): Promise<void>;
  /** Called after each round of a long fit. */
  onRound?(round: number): void;
}

/** Adds the contribution of each input of an encoded row, times `weight`, to `out` from `start` on. */
export type AddContributions = (row: Float64Array, weight: number, out: Float64Array, start: number) => void;

/**
 * Walks from background rows to an explained row. Each sets the inputs that differ, one a step; a pair of walks sets them
 * in an order and in its reverse.
 */
export interface Walks {
  /** The background row where each walk begins. */
  backgrounds: Int32Array;
  /** Where the steps of each walk begin in `order`; one entry more for the end. */
  starts: Int32Array;
  /** The input that is set in each step. */
  order: Int32Array;
}

/**
 * Adds to `values` what a model predicts after each step of walks to an encoded row, except the last one of each walk,
 * which leads to the row itself.
 */
export type WalkRow = (row: Float64Array, walks: Walks, values: Float64Array) => void;

/** A fitted model of encoded rows. Regression has one output, classes one probability each. */
export interface FittedModel {
  /** Approximate nanoseconds to predict a row. They are counted, because clocks vary. */
  readonly cost: number;
  /** Predicts `count` encoded rows (row-major, count x features) into `out` (count x outputs). */
  score(rows: Float64Array, count: number, out: Float64Array): void;
  /**
   * Writes the contribution of each feature, and last the output of an unknown row; they add up to the output. Only
   * imported trees with one output have it.
   */
  explain?(row: Float64Array, out: Float64Array): void;
  /**
   * Explains models with one output exactly: Shapley values of the inputs (`inputOf` names that of each feature) over
   * `background`, encoded rows. Undefined with too many inputs.
   */
  explainOver?(background: Float64Array, inputOf: Int32Array): AddContributions | undefined;
  /**
   * Predicts along walks from `background` in less time than row by row, times `weight`; models with one output only.
   */
  walkOver?(background: Float64Array, inputOf: Int32Array, weight: number): WalkRow | undefined;
  /** Returns plain JSON for `loadFittedModel`; large arrays go to the writer. */
  save(tensors: TensorWriter): Record<string, unknown>;
}

/** A learner with its settings, one of the closed list in `search/candidates.ts`. */
export interface Candidate {
  name: string;
  start(): CandidateRun;
}

/** The cross-validation of one candidate, over the splits added so far. */
export interface CandidateRun {
  add(split: Split): Promise<void>;
  /** Chooses hyperparameters (penalty, number of trees) by the validation rows of all splits together. */
  result(): CvResult;
}

export interface CvResult {
  /** Predictions for the validation rows of each split: rows x outputs. */
  predictions: Float64Array[];
  models: FittedModel[];
  settings: Record<string, unknown>;
  /** Seconds of a `refit`, where it differs from a fit of a split. */
  refitSeconds?: number;
  /**
   * Returns a bag of the splits' models (Breiman 1996), for candidates whose mean predicts better than one fit on all
   * rows.
   */
  bag?(): FittedModel[];
  /** Fits again on other rows with the chosen hyperparameters. */
  refit(split: Split): Promise<FittedModel>;
}

/** Returns the number of outputs: one for regression, otherwise one for each class. */
export function outputCount(labels: Labels): number {
  return Math.max(labels.classCount, 1);
}
