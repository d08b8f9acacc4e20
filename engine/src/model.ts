import type {
  CandidateDescription,
  ClassLabel,
  CoverageDescription,
  DependenceDescription,
  FeatureDescription,
  LearningDescription,
  RangeDescription,
  ResidualDescription,
  ThresholdRow,
  ValidationDescription,
} from './description.ts';
import type { Task } from './request.ts';

/** A cell that cannot be read as its column's kind. `row` counts from 0. */
export interface CellProblem {
  row: number;
  column: string;
  /** What would be right, for example `must be a number, got "abc"`. */
  detail: string;
}

/** All that a trained model says of itself. Plain JSON. */
export interface ModelDescription {
  target: string;
  task: Task;
  /** The columns that the model reads, in the order of the source. */
  inputs: string[];
  /** All columns of the source but the target: a row may carry them without being refused. */
  knownColumns: string[];
  /** For class targets, in the order of `Predictions.probabilities`; null for regression. */
  classes: ClassLabel[] | null;
  rowCount: number;
  /** Metric name -> cross-validated value. */
  accuracies: Record<string, number>;
  /** What a model without inputs gets: always the likeliest class, the mean, or the median where absolute errors count. */
  baseline: Record<string, number>;
  /** Of each accuracy, rows that belong together counting once. */
  standardErrors: Record<string, number>;
  /** How rows were held out for all of these; null where none were. */
  validation: ValidationDescription | null;
  /** Of two classes: what answering the second one from a probability on is worth. */
  thresholds: ThresholdRow[];
  /** The headline metric, 0-1; null for an imported model, whose errors nobody has seen. */
  accuracy: number | null;
  columnImportances: Record<string, number>;
  /** Standard deviation of each importance over the shuffles that it is the mean of. */
  importanceSpreads: Record<string, number>;
  /**
   * By how much the mean loss of a held-out row (squared or absolute error, or log loss) grows when the column is shuffled, with
   * its standard error: what the importances are shares of. Empty where they are not of that kind.
   */
  importanceLosses: Record<string, { increase: number; error: number }>;
  /** The stages that really ran, in order. */
  stages: string[];
  features: FeatureDescription[];
  candidates: CandidateDescription[];
  ranges: RangeDescription[];
  /** Out of fold: of rows answered with `confidence` (bin mean), `observed` were right or inside; `count` rows. */
  calibration: { confidence: number; observed: number; count: number }[];
  /** Out of fold; empty where no column tells groups, time or gaps, and for forecasts. */
  coverage: CoverageDescription[];
  /** Out of fold, rows = truth, columns = predicted, in the order of `classes`; null for regression. */
  confusionMatrix: number[][] | null;
  /** Out of fold; null but for regression. */
  residuals: ResidualDescription | null;
  /** Null where it was not tried. */
  learning: LearningDescription | null;
  /** A curve per column and class, of the most important columns; empty for forecasts. */
  dependence: DependenceDescription[];
  /** The resolved plan: task, metric, folds, seed, column kinds, candidates, settings of the chosen one. */
  plan: Record<string, unknown>;
  /** What a user should know of the table before trusting the model, a sentence each. */
  warnings: string[];
  trainingSeconds: number;
}

export interface PredictOptions {
  /** Nominal coverage of the bounds, 0.5-0.99. Default 0.9. */
  quantile?: number;
  /** Binary only: the second class is answered when its probability is at least this. Default: the likelier class. */
  threshold?: number;
  /** Forecasts: steps answered to a row that names no time. Default: the horizon of the training. */
  horizon?: number;
  /** Forecasts: answers that a batch may have at most; rows beyond are problems. */
  mostAnswers?: number;
}

/** Forecasts answer a row with many: where each answer comes from, and what it fills in. */
export interface Unfolding {
  /** Row of the batch that each answer belongs to, ascending. */
  askedRows: Int32Array;
  /** Cells of the time and group columns of each answer. */
  cells: readonly Readonly<Record<string, string | number | boolean>>[];
}

/** Of one row. */
export interface UnknownInputs {
  /** Inputs, in the order of the description, whose absence told the model nothing: the answer is what is known given the rest. */
  inputs: readonly string[];
  /** Categories that training never saw, by column. */
  unseen: Readonly<Record<string, string>>;
}

/** Answers for a batch, column-wise; every array has `count` entries unless said otherwise. */
export interface Predictions {
  /** Rows of the batch; for forecasts the answers to them, see `unfolding`. */
  count: number;
  /** Regression: the prediction in units of the target. Classes: index into `classes`. */
  values: Float64Array;
  /** Regression: bounds at the asked coverage. Null for classes, and where no errors are known. */
  lower: Float64Array | null;
  upper: Float64Array | null;
  /** 0-1; of rows answered with 0.9, 90 % are right (or inside the bounds) on held-out data. NaN where there was none. */
  confidence: Float64Array;
  /** count x classes, row-major, rows summing to 1; null for regression. */
  probabilities: Float64Array | null;
  /** What was not known of a row, where something was not; absent when all rows were complete. */
  unknown?: ReadonlyMap<number, UnknownInputs>;
  /** Forecasts only. */
  unfolding?: Unfolding;
  /** By row, the inputs (in the order of `ModelDescription.inputs`) far outside what training saw, where there are any. */
  outOfRange?: ReadonlyMap<number, readonly number[]>;
}

/** Why a batch was answered as it was; `contributions` is count x inputs, row-major. */
export interface Explanations {
  count: number;
  /** The mean answer over the rows that this one is compared with, chosen so that it is that of all rows. One a row. */
  base: Float64Array;
  /**
   * In units of the target, or of the answered class's probability. Base and a row's contributions add up to its answer; NaN for
   * inputs that are unknown.
   */
  contributions: Float64Array;
  /** Standard errors of the contributions, 0 where they are exact. */
  errors: Float64Array;
}

/** A trained model: immutable, safe to share, no I/O. */
export interface Model {
  readonly description: ModelDescription;
  /**
   * Reads rows as JSON gives them (numbers as strings, missing and null cells, unseen categories are all fine) and predicts.
   * Cells that cannot be read as their column's kind are pushed to `problems`; when any is pushed the result is undefined.
   */
  predict(
    rows: readonly Readonly<Record<string, unknown>>[],
    options: PredictOptions,
    problems: CellProblem[],
  ): Predictions | undefined;
  /** What each input (in the order of `description.inputs`) adds to the answer; reads rows as `predict` does. */
  explain(
    rows: readonly Readonly<Record<string, unknown>>[],
    options: PredictOptions,
    problems: CellProblem[],
  ): Explanations | undefined;
  /** Reads one truth cell as the target's kind: a number, a class index, or undefined when it cannot be read. */
  readTruth(cell: unknown): number | undefined;
  /** The whole model as one file (safetensors layout: JSON header + raw tensors). */
  toBytes(): Uint8Array;
}
