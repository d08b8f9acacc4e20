import type { Inputs } from '../columns/inputs.ts';
import type { Frame } from '../encoding/frame.ts';
import type { MetricName } from '../metrics/metrics.ts';
import type { ValidationRequest } from '../request.ts';
import type { Table } from '../table.ts';

/** The number of folds, and how often rows are dealt again. */
export interface Folding {
  folds: number;
  repeats: number;
  /** Splits that are fitted: fewer than folds x repeats on long tables. */
  splits: number;
}

export interface PlanRequest {
  table: Table;
  /** Rows of the table that have a target. */
  rows: Int32Array;
  inputs: Inputs;
  /** The frame without target encoders. */
  frame: Frame;
  settings: Folding & { seed: number; metric: MetricName };
  asked: ValidationRequest;
  /** Moment (milliseconds of the clock) after which no further scheme is compared, unless it was asked for. */
  deadline: number;
  pause(): Promise<void>;
}
