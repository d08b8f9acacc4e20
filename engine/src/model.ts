import type { BacktestDescription } from './backtest-description.ts';
import type {
  BeyondDescription,
  CalibrationBin,
  CandidateDescription,
  ClassLabel,
  ContributionDescription,
  CoverageDescription,
  Cuts,
  DependenceDescription,
  ErrorsDescription,
  FeatureDescription,
  LearningDescription,
  RangeDescription,
  ResidualDescription,
  ScatterDescription,
  SlicesDescription,
  ThresholdChoice,
  ThresholdRow,
  ValidationDescription,
} from './description.ts';
import type { Reading } from './readings/reading.ts';
import type { AskedThreshold, Task } from './request.ts';

/** A cell that cannot be read as its column's kind. `row` counts from 0. */
export interface CellProblem {
  row: number;
  column: string;
  /** The requirement and the cell, for example `must be a number, got "abc"`. */
  detail: string;
  /** Where the row is not one of those asked, but of `PredictOptions`. */
  of?: 'history' | 'future';
}

/** The description of a trained model. Plain JSON. */
export interface ModelDescription {
  target: string;
  task: Task;
  /** The columns that the model reads, in the order of the source. */
  inputs: string[];
  /** All columns of the source except the target: a row may contain them. */
  knownColumns: string[];
  /** Classes in the order of `Predictions.probabilities`; null for regression. */
  classes: ClassLabel[] | null;
  rowCount: number;
  /** Metric name -> cross-validated value. */
  accuracies: Record<string, number>;
  /** Figures of a model without inputs: the likeliest class, the mean, or the median for absolute errors. */
  baseline: Record<string, number>;
  /** Standard error of each accuracy; rows of one group count once. */
  standardErrors: Record<string, number>;
  /** The same figures for rows of other kinds, where these differ beyond chance; absent in older files. */
  accuraciesElsewhere?: BeyondDescription[];
  /** How rows were held out for these figures; null when none were. */
  validation: ValidationDescription | null;
  /** For two classes: the figures when the second is predicted from a given probability on. */
  thresholds: ThresholdRow[];
  /** Validation rows of two classes by probability; absent for others and in older files. */
  cuts?: Cuts;
  /** How two classes are answered; absent where the likelier one is, or the one that the metric asks for. */
  chosen?: ThresholdChoice;
  /** Validation rows of a regression; absent for others and in older files. */
  scatter?: ScatterDescription;
  /** Errors along each input: of a regression, and absent in older files. */
  errors?: ErrorsDescription[];
  /** How much each input moves answers; absent for forecasts, imported models and in older files. */
  contributions?: ContributionDescription[];
  /** Where validation rows cost more than elsewhere; absent for forecasts and in older files. */
  slices?: SlicesDescription;
  /** The headline metric, 0-1; null for an imported model, whose errors are unknown. */
  accuracy: number | null;
  columnImportances: Record<string, number>;
  /** Standard deviation of each importance over the shuffles that it averages. */
  importanceSpreads: Record<string, number>;
  /**
   * Growth of the mean loss of a validation row (squared, absolute or log loss) when the column is shuffled, with its
   * standard error; importances are shares of it. `share` does not ask for significance, and `group` is the number of a
   * set of inputs that tell the same; older files have neither. Empty for other kinds of importance.
   */
  importanceLosses: Record<string, { increase: number; error: number; share?: number; group?: number | null }>;
  /** The stages that ran, in order. */
  stages: string[];
  features: FeatureDescription[];
  candidates: CandidateDescription[];
  ranges: RangeDescription[];
  /** Out of fold: of `count` rows answered with `confidence` (bin mean), the share `observed` was right or inside. */
  calibration: CalibrationBin[];
  /** Out of fold; empty for forecasts and without columns of groups, time or gaps. */
  coverage: CoverageDescription[];
  /** Out of fold, rows = truth, columns = predicted, in the order of `classes`; null for regression. */
  confusionMatrix: number[][] | null;
  /** Out of fold; null except for regression. */
  residuals: ResidualDescription | null;
  /** Forecasts only; absent in older files. */
  backtest?: BacktestDescription;
  /** Null where it was not measured. */
  learning: LearningDescription | null;
  /** One curve for each of the most important columns and each class; empty for forecasts. */
  dependence: DependenceDescription[];
  /** The resolved plan: task, metric, folds, seed, column kinds, candidates, settings of the chosen one. */
  plan: Record<string, unknown>;
  /** Warnings about the table that a user should read before trusting the model, one sentence each. */
  warnings: string[];
  trainingSeconds: number;
}

export interface PredictOptions {
  /** Nominal coverage of the bounds, 0.5-0.99. Default 0.9. */
  quantile?: number;
  /** Binary only: the second class is predicted when its probability is at least this. Default: that of the description. */
  threshold?: number;
  /** Forecasts: number of steps for a row without a time. Default: the horizon of the training. */
  horizon?: number;
  /** Forecasts: rows that came after the training; answers then follow the newest one of their series. */
  history?: readonly Readonly<Record<string, unknown>>[];
  /** Forecasts with known inputs: rows of times to come, each with its time, its series and inputs. */
  future?: readonly Readonly<Record<string, unknown>>[];
  /** Forecasts: each answer is the sum of the values up to its time, from the first after the training or the history. */
  isCumulative?: boolean;
  /** Forecasts: most answers of a batch; rows beyond are problems. */
  mostAnswers?: number;
  /** Most rows of a batch with unknown inputs, each of which costs many predictions. With more, nothing is predicted. */
  mostIncomplete?: number;
}

/** The row, time and group of each answer, because a forecast gives several answers to a row. */
export interface Unfolding {
  /** Row of the batch that each answer belongs to, ascending. */
  askedRows: Int32Array;
  /** Cells of the time and group columns of each answer. */
  cells: readonly Readonly<Record<string, string | number | boolean>>[];
}

/** What a model answered to rows whose truth is known. */
export interface AnsweredRows {
  /** The number, or the place of the class; -1 for a class that the model does not know. */
  truth: Float64Array;
  answers: Float64Array;
  /** Probability of the second of two classes, of the true one of more; null for numbers. */
  chances: Float64Array | null;
}

/** Answers to training rows by fits that had not learned from them, each row once, ascending. */
export interface HeldOut extends AnsweredRows {
  /** Numbers of the rows in the training table. */
  rows: Int32Array;
  /** Rows of one group hang together, and count once. */
  groups: Int32Array;
}

/** The unknown inputs of one row. */
export interface UnknownInputs {
  /**
   * Inputs whose cell is missing or unseen, so that it tells the model nothing; the answer follows from the other
   * inputs.
   */
  inputs: readonly string[];
  /** Categories that training never saw, by column. */
  unseen: Readonly<Record<string, string>>;
}

/** Answers to a batch by column; every array has `count` entries unless stated otherwise. */
export interface Predictions {
  /** Number of rows of the batch; for forecasts number of answers, see `unfolding`. */
  count: number;
  /** Regression: the prediction in units of the target. Classes: index into `classes`. */
  values: Float64Array;
  /** Regression: bounds at the asked coverage. Null for classes and for unknown errors. */
  lower: Float64Array | null;
  upper: Float64Array | null;
  /**
   * 0 to 1: a confidence of 0.9 means that 90 % of such validation rows are right (or inside the bounds). NaN without
   * validation.
   */
  confidence: Float64Array;
  /** count x classes, row-major, rows summing to 1; null for regression. */
  probabilities: Float64Array | null;
  /** Unknown inputs by row; absent when all rows were complete. */
  unknown?: ReadonlyMap<number, UnknownInputs>;
  /** Forecasts only. */
  unfolding?: Unfolding;
  /** Inputs far outside their range in training (in the order of `ModelDescription.inputs`), by row. */
  outOfRange?: ReadonlyMap<number, readonly number[]>;
}

/** Explanations of a batch; `contributions` is count x inputs, row-major. */
export interface Explanations {
  count: number;
  /** The mean prediction over the background rows, which are chosen to match that of all rows. One for each row. */
  base: Float64Array;
  /**
   * In units of the target, or of the predicted class's probability. Base and contributions of a row add up to its
   * answer; NaN for unknown inputs.
   */
  contributions: Float64Array;
  /** Standard errors of the contributions, one for each, 0 where they are exact. */
  errors: Float64Array;
}

/** The rows that explanations compare with; each counts the same. */
export interface BackgroundRows {
  /** Cells by input, as `predict` reads them; null where one is missing. */
  rows: Readonly<Record<string, string | number | boolean | null>>[];
  /** Inputs whose cells are not known any more, such as texts. */
  hidden: string[];
}

/** SHA-256 of several byte arrays as if they were one, in hexadecimal. */
export type Sha256 = (parts: readonly Uint8Array[]) => string;

/** Rows as a JSON text has them. Their first cells are the inputs of the model, in the order of the description. */
export interface RowPiece {
  count: number;
  /** Cells in a row. */
  width: number;
  /** Each cell that is a number; NaN for all others, and where there is none. */
  numbers: Float64Array;
  /** Returns the value of a cell; undefined where there is none. */
  cellOf(cell: number): unknown;
  /**
   * Calls `meet` with the number of each distinct text in a column and a cell that has it, and returns the number of each
   * row's text; -1 where there is none.
   */
  numberTexts(column: number, meet: (number: number, cell: number) => void): Int32Array;
}

/** Approximate nanoseconds that answering costs. They are counted, because clocks vary. */
export interface RowCost {
  /** Of each row. */
  row: number;
  /** Of a row with unknown inputs, beside those of each row. */
  incomplete: number;
  /** Of the first row with unknown inputs, beside these. */
  first: number;
}

/** Thrown where more rows lack inputs than `mostIncomplete`. */
export class TooManyIncomplete extends Error {}

/** A trained model: immutable, safe to share, no I/O. */
export interface Model {
  readonly description: ModelDescription;
  readonly cost: RowCost;
  /** How cells of each input are read, in the order of `description.inputs`; forecasts do not tell. */
  readonly readings?: readonly Reading[];
  /** Held-out rows; absent for imported models, and in files of older programs. */
  readonly heldOut?: HeldOut;
  /** How the table wrote fractions of numbers. */
  readonly decimalMark: '.' | ',';
  /**
   * Predicts rows in JSON form: numbers as strings, missing and null cells and unseen categories are fine. Unreadable
   * cells are pushed to `problems`; then the result is undefined. @throws TooManyIncomplete
   */
  predict(
    rows: readonly Readonly<Record<string, unknown>>[],
    options: PredictOptions,
    problems: CellProblem[],
  ): Predictions | undefined;
  /** Predicts rows as `predict` does; undefined where a cell cannot be read. Forecasts do not have it. @throws TooManyIncomplete */
  predictPiece?(piece: RowPiece, options: PredictOptions): Predictions | undefined;
  /** The contribution of each input (in the order of `description.inputs`); reads rows like `predict`. */
  explain(
    rows: readonly Readonly<Record<string, unknown>>[],
    options: PredictOptions,
    problems: CellProblem[],
  ): Explanations | undefined;
  /** The rows that `explain` compares with; forecasts and imported models have none. */
  background?(): BackgroundRows;
  /** Reads one true target cell: a number, a class index, or undefined when it cannot be read. */
  readTruth(cell: unknown): number | undefined;
  /**
   * The same model with another threshold, or with that of its training where nothing is asked. Absent or undefined where
   * no held-out rows of two classes are known.
   */
  withThreshold?(asked: AskedThreshold): Model | undefined;
  /**
   * The whole model as one file (safetensors layout: JSON header + raw tensors). `hash` is a faster SHA-256 of the host.
   */
  toBytes(hash?: Sha256): Uint8Array;
}
