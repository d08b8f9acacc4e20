import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import type { ConfusionCell } from './confusion-spec.ts';
import type { Curve } from './dependence-spec.ts';
import type { ErrorsAlong } from './errors-by-input-spec.ts';

export interface Importance {
  column: string;
  importance: number;
  spread: number;
  /** What shuffling costs, in the loss of the training; absent for older versions. */
  standard_error?: number | null;
  /** Shared by inputs that tell the same. */
  group?: number | null;
  loss_increase?: number | null;
  loss_increase_error?: number | null;
  within_noise: boolean;
}
export interface CalibrationPoint {
  confidence: number;
  observed: number | null;
  /** Missing in models of older versions. */
  standard_error?: number;
  count: number;
}
export interface Band {
  from: number;
  to: number;
  count: number;
  low: number;
  median: number;
  high: number;
}
export interface Candidate {
  name: string;
  performance: number;
  /** Of older versions absent. */
  held_rows?: number;
  model_performance?: number;
  training_seconds: number;
  selected: boolean;
  metric: string;
}
export interface Feature {
  column: string;
  type: string;
  encoder: string;
  role: string;
  importance: number | null;
  missing: number;
  distinct: number;
}
export interface Input {
  column: string;
  type: string;
  /** Numbers, or moments (RFC 3339) of a column of dates. */
  min: number | string | null;
  max: number | string | null;
  /** Null for what was trained by older programs. */
  median: number | string | null;
  values: string[] | null;
}

interface Grid {
  x: { from: number; width: number };
  y: { from: number; width: number };
  /** Places along both axes, and rows. */
  cells: [number, number, number][];
}

/** Errors of forecasts of the past, beside those of the seasonal naive forecast. */
export interface Backtested {
  count: number;
  mae: number;
  naive_mae: number | null;
  mase: number | null;
  naive_mase?: number | null;
  /** Share of the truths within the bounds. */
  covered: number | null;
}
export interface Backtest {
  /** Share of truths that the bounds should hold. */
  level: number;
  origins: number;
  steps: (Backtested & { step: number })[];
  series: (Backtested & { series: Record<string, unknown> })[];
  points: {
    series: Record<string, unknown>;
    origin: unknown;
    time: unknown;
    step: number;
    actual: number;
    forecast: number;
    naive: number | null;
    lower: number | null;
    upper: number | null;
  }[];
}

export interface Attributes {
  backtest: Backtest[];
  importances: Importance[];
  calibration: CalibrationPoint[];
  residuals: { bands: Band[] }[];
  model: Candidate[];
  features: Feature[];
  dependence: Curve[];
  data: Input[];
  confusion_matrix: ConfusionCell[];
  classes: {
    class: unknown;
    rows: number;
    predicted: number;
    precision: number | null;
    recall: number | null;
    f1: number | null;
  }[];
  roc: {
    threshold: number | null;
    false_positive_rate: number;
    true_positive_rate: number;
    true_positives: number;
    false_positives: number;
  }[];
  precision_recall: { threshold: number | null; precision: number; recall: number }[];
  gains: { share: number; threshold: number; rows: number; gain: number; lift: number; cumulative_lift: number }[];
  slices: {
    metric: 'mae' | 'log_loss';
    looked_at: number;
    found: {
      conditions: {
        column: string;
        value?: string | boolean | null;
        from?: number | string | null;
        below?: number | string | null;
      }[];
      rows: number;
      value: number;
      standard_error: number;
      elsewhere: number;
    }[];
  }[];
  /** Empty where the likelier class is answered. */
  threshold: {
    threshold: number;
    cost: number | null;
    standard_error: number | null;
    usual_cost: number | null;
    saved: number | null;
    saved_error: number | null;
  }[];
  errors_by_input: ErrorsAlong[];
  contributions: { column: string; mean: number; standard_error: number; rows: number }[];
  predicted_actual: { rows: number; points: [number, number][] | null; actual: Grid | null; errors: Grid | null }[];
  /** The step of a forecast, and after how many its season repeats. */
  plan: { step?: string; season?: number }[];
  learning: { metric: string; rows: number; half: number; all: number; doubled: number | null }[];
}

/** Reads a description of the active version. */
export function useDescribed<Name extends keyof Attributes>(model: Model, attribute: Name, enabled = true) {
  return useQuery({
    queryKey: ['describe', model.id, model.active_version, attribute],
    queryFn: async ({ signal }) =>
      (await sibyl
        .project(model.project)
        .model(model.name)
        .describe(attribute, { signal })) as unknown as Attributes[Name],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
