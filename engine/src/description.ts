import type { Costs, Scheme } from './request.ts';

/** How small trees score with random folds and with the scheme, on the same rows: how much the choice matters. */
export interface SchemeComparison {
  scheme: Exclude<Scheme, 'random'>;
  column: string;
  metric: string;
  /** Score when rows of the same entity or time are known. */
  random: number;
  /** Score when none of them is known. */
  held_apart: number;
  /** The difference is significant and large enough to matter. */
  evident: boolean;
}

/** How the figures of a model were validated, for `describe validation`. */
export interface ValidationDescription {
  scheme: Scheme;
  column: string | null;
  /** `asked` by the request, `found` in the rows, or the `usual` one. */
  reason: 'asked' | 'found' | 'usual';
  folds: number;
  repeats: number;
  held_rows: number;
  /** Independent pieces of evidence among them: repetitions, entities and times count once. */
  independent: number;
  compared: SchemeComparison[];
}

/** What a model is worth on rows of another kind than those of the table; its first figures are of these. */
export interface BeyondDescription {
  /** The column whose new values, or later times, are asked; null for rows that repeat none, where others do. */
  column: string | null;
  /** `group`: a new value of the column; `forward`: later than all that is known; `random`: of known times, where the first figures are of later ones. */
  scheme: Scheme;
  accuracies: Record<string, number>;
  standard_errors: Record<string, number>;
  baseline: Record<string, number>;
  /** The share of truths inside bounds of 0.9, or of right answers beside their mean confidence. */
  coverage: { expected: number; observed: number; standard_error: number };
  held_rows: number;
  independent: number;
}

/** What predicting the second of two classes from a probability on would be worth. */
export interface ThresholdRow {
  threshold: number;
  /** Share of the rows that would be predicted as the second class. */
  answered: number;
  precision: number;
  recall: number;
  f1: number;
  /** Precision as a multiple of the share of the class. */
  lift: number;
}

/**
 * Validation rows of two classes by their probability of the second: how many of either have at least the threshold.
 * Thresholds fall and occur among the rows; the last one takes all rows. The curves of two classes follow from it.
 */
export interface Cuts {
  thresholds: number[];
  truePositives: number[];
  falsePositives: number[];
}

/** Rows counted in cells: `[place along x, place along y, rows]`, places from 0. */
export interface ScatterGrid {
  x: { from: number; width: number };
  y: { from: number; width: number };
  cells: [number, number, number][];
}

/** Validation rows of a regression: each as `[predicted, actual]`, or where they are many, counted in cells. */
export interface ScatterDescription {
  rows: number;
  points: [number, number][] | null;
  /** Predicted along x; actual values, and errors (actual minus predicted), along y. */
  actual: ScatterGrid | null;
  errors: ScatterGrid | null;
}

/** The probability from which on the second class is answered, and the figures of the likelier class. */
export interface ThresholdChoice {
  threshold: number;
  costs: Costs | null;
  before: {
    accuracies: Record<string, number>;
    standardErrors: Record<string, number>;
    confusionMatrix: number[][];
    /** Files of older programs lack them. */
    warnings?: string[];
  };
}

/** Rows with a value (null: a missing cell), or from one edge to below another (null: without an edge). */
export interface SliceCondition {
  column: string;
  value?: string | boolean | null;
  from?: number | string | null;
  below?: number | string | null;
}

/** Rows that meet all conditions, where the model is worse than on the others. */
export interface SliceDescription {
  conditions: SliceCondition[];
  rows: number;
  value: number;
  standard_error: number;
  /** The same figure of all other rows. */
  elsewhere: number;
}

export interface SlicesDescription {
  metric: 'mae' | 'log_loss';
  /** Number of parts that were compared with the rest. */
  looked_at: number;
  found: SliceDescription[];
}

/** Errors (actual minus predicted) of held-out rows along one input, in the units of the target. */
export interface ErrorsDescription {
  column: string;
  bands: ErrorBand[];
}

/** Rows with a value, or from one edge to below another. Four fifths of their errors lie from `low` to `high`. */
export interface ErrorBand extends Omit<SliceCondition, 'column'> {
  rows: number;
  mean: number;
  /** Null for a single row. */
  standard_error: number | null;
  low: number;
  high: number;
}

/** Mean absolute contribution of an input to answers, in the target's unit or as a probability. */
export interface ContributionDescription {
  column: string;
  mean: number;
  standard_error: number;
  rows: number;
}

export type ClassLabel = string | number | boolean;

export const columnKinds = [
  'number',
  'category',
  'boolean',
  'datetime',
  'text',
  'identifier',
  'constant',
  'list',
  'empty',
] as const;

export type ColumnKind = (typeof columnKinds)[number];

export const featureRoles = ['target', 'feature', 'ignored', 'identifier', 'constant', 'time', 'group'] as const;

export type FeatureRole = (typeof featureRoles)[number];

/** One row per source column, for `describe features`. */
export interface FeatureDescription {
  column: string;
  type: ColumnKind;
  /**
   * How the column enters the model, for example `number`, `one-of-many`, `calendar parts`; `none` when it is set
   * aside.
   */
  encoder: string;
  role: FeatureRole;
  /** Share of the explained score lost when the column is shuffled, summing to 1 over features; 0 for the rest. */
  importance: number;
  /** Missing cells in the training rows. */
  missing: number;
  /** Distinct non-missing values in the training rows. */
  distinct: number;
}

/** One row per candidate tried, for `describe model`. `performance` is the cross-validated value of `metric`. */
export interface CandidateDescription {
  name: string;
  performance: number;
  /** Held-out rows that `performance` is of: fewer of a candidate that was dropped early. Files of older programs lack it. */
  held_rows?: number;
  /** The same figure of the blend of the chosen candidates on these rows. */
  model_performance?: number;
  training_seconds: number;
  selected: boolean;
  metric: string;
}

/** What training saw in a column, for `describe data`. */
export interface RangeDescription {
  column: string;
  type: ColumnKind;
  min: number | string | null;
  max: number | string | null;
  /** The middle of its values; null where there is none, and in files of older programs. */
  median: number | string | null;
  /** Up to 20 most frequent values of a category, most frequent first; of a boolean column both words. */
  values: string[] | null;
}

export interface DependencePoint {
  /** The value that the column was set to: null for a missing cell, dates as RFC 3339. */
  value: string | number | boolean | null;
  /** Mean prediction over training rows, and the 10th and 90th percentile. */
  mean: number;
  low: number;
  high: number;
  /** Training rows behind the point; 0 in files of older programs. */
  count: number;
  /** Standard error of the distance between the curve here and the mean of the curve. */
  error: number;
  /** Number of categories in the point that joins all rarer ones. */
  rest?: number;
}

/** How the prediction changes with one column while the others stay as they are, for `describe dependence`. */
export interface DependenceDescription {
  column: string;
  type: ColumnKind;
  /** The class whose probability is shown; null for numbers. */
  class: ClassLabel | null;
  points: DependencePoint[];
}

/** Validation errors (truth minus prediction) of the rows predicted `from` to `to`. */
export interface ResidualBand {
  from: number;
  to: number;
  count: number;
  mean: number;
  /** 5th and 95th percentile. */
  low: number;
  median: number;
  high: number;
}

/** Validation errors of a regression, for `describe residuals`. */
export interface ResidualDescription {
  /** Ten bands of equally many rows, by prediction. */
  bands: ResidualBand[];
  /** Errors by size; the outermost bars hold everything beyond. */
  histogram: { from: number; to: number; count: number }[];
}

/** What more rows would gain, for `describe learning`. */
export interface LearningDescription {
  metric: string;
  /** Number of rows that `all` learned from. */
  rows: number;
  /** The metric on the same validation rows after learning from half of the other rows and from all, before calibration. */
  half: number;
  all: number;
  /** Standard error of `all - half`. */
  gain_error: number;
  /** Estimate for twice as many rows. */
  doubled: number;
}

/** How often predictions for a group of rows are right, for `describe coverage`. */
export interface CoverageDescription {
  by: 'group' | 'time' | 'missing';
  /** The column of the group or the time; null for patterns of missing cells. */
  column: string | null;
  /**
   * Group: a category or boolean, null for a missing cell. Time: first and last moment (ISO 8601) with a slash between.
   * Missing: the columns without a cell, null where none is missing.
   */
  value: string | boolean | null;
  /** Validation rows. */
  count: number;
  /** Independent rows among them: rows that are held out together count as one. */
  independent: number;
  /** Share of the rows whose truth lay inside bounds of 0.9, or whose class was right. */
  observed: number;
  /** The expected share: 0.9, or the mean confidence. */
  expected: number;
  /** Standard error of `observed`. */
  standard_error: number;
  /** Number of groups in the row that joins all smaller ones. */
  rest?: number;
}

/** Of the `count` rows answered with `confidence` (the mean of the bin), the share `observed` was right. */
export interface CalibrationBin {
  confidence: number;
  observed: number;
  /** That of `observed` as what rows to come will show; models of older versions have none. */
  standard_error?: number;
  count: number;
}
