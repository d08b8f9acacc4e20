import type { Scheme } from './request.ts';

/** What small trees show by random folds and by the scheme, on the same rows: how much hangs on the choice. */
export interface SchemeComparison {
  scheme: Exclude<Scheme, 'random'>;
  column: string;
  metric: string;
  /** When rows of the same entity, or of the same time, are known. */
  random: number;
  /** When none is. */
  held_apart: number;
  /** The difference is beyond chance and matters. */
  evident: boolean;
}

/** How the figures of a model came about, for `describe validation`. */
export interface ValidationDescription {
  scheme: Scheme;
  column: string | null;
  /** `asked` for in the request, `found` in the rows, or the `usual` one. */
  reason: 'asked' | 'found' | 'usual';
  folds: number;
  repeats: number;
  held_rows: number;
  /** Pieces of evidence among them: repetitions, entities and times count once. */
  independent: number;
  compared: SchemeComparison[];
}

/** What answering the second of two classes from a probability on would be worth. */
export interface ThresholdRow {
  threshold: number;
  /** Share of the rows that would be answered so. */
  answered: number;
  precision: number;
  recall: number;
  f1: number;
  /** Precision as a multiple of the share of the class. */
  lift: number;
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
  /** How the column enters the model, for example `number`, `one-of-many`, `calendar parts`; `none` when set aside. */
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
  /** Up to 20 most frequent values of a category, most frequent first. */
  values: string[] | null;
}

export interface DependencePoint {
  /** What the column was set to; null for a missing cell, dates as RFC 3339. */
  value: string | number | boolean | null;
  /** Mean answer over training rows, and the limits of its middle four fifths. */
  mean: number;
  low: number;
  high: number;
  /** Training rows behind the point; 0 where an older program did not count them. */
  count: number;
  /** Standard error of how far the curve lies here from its own mean. */
  error: number;
  /** Of the point of all rarer categories: how many they are. */
  rest?: number;
}

/** How the answer moves with one column when the others stay as they are, for `describe dependence`. */
export interface DependenceDescription {
  column: string;
  type: ColumnKind;
  /** The class whose probability is told; null for numbers. */
  class: ClassLabel | null;
  points: DependencePoint[];
}

/** Held-out errors (truth minus prediction) of the rows predicted `from` to `to`. */
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

/** Held-out errors of a regression, for `describe residuals`. */
export interface ResidualDescription {
  /** Ten bands of equally many rows, by prediction. */
  bands: ResidualBand[];
  /** Errors by size; the outermost bars hold all beyond. */
  histogram: { from: number; to: number; count: number }[];
}

/** What more rows would give, for `describe learning`. */
export interface LearningDescription {
  metric: string;
  /** Rows that `all` learned from. */
  rows: number;
  /** The metric on the same held-out rows, by half of those rows and by all, before calibration. */
  half: number;
  all: number;
  /** Standard error of `all - half`. */
  gain_error: number;
  /** About what twice the rows would give. */
  doubled: number;
}

/** How often held-out answers of rows that have something in common held, for `describe coverage`. */
export interface CoverageDescription {
  by: 'group' | 'time' | 'missing';
  /** The column of the group or time; null for patterns of missing cells. */
  column: string | null;
  /**
   * A category or boolean, null for a missing cell; of time the first and last moment (ISO 8601, with a slash between); of
   * missing cells the names of their columns, null where none is missing.
   */
  value: string | boolean | null;
  /** Held-out rows. */
  count: number;
  /** Those that are evidence of their own: rows that were held out together count as one. */
  independent: number;
  /** Of the rows, those whose truth lay inside bounds of 0.9, or whose class was right. */
  observed: number;
  /** 0.9, or the mean confidence. */
  expected: number;
  /** Of `observed`. */
  standard_error: number;
  /** Of the part of all smaller groups: how many they are. */
  rest?: number;
}
