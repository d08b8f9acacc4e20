import type { ErrorBounds } from '../bounds/conformal.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { ModelDescription } from '../model.ts';
import type { TimeReading } from './axis/read-times.ts';
import type { TimeStep } from './axis/step.ts';
import type { Following } from './backtest/follow.ts';
import type { DemandState } from './demand-bounds.ts';
import type { ServedInputs } from './inputs/served-inputs.ts';
import type { GroupColumn, GroupKey } from './series/keys.ts';

/**
 * The state of a trained forecast. Its answers depend only on the training rows, so they are computed during training.
 */
export interface ForecastState {
  description: ModelDescription;
  timeColumn: string;
  reading: TimeReading;
  step: TimeStep;
  groupColumns: readonly GroupColumn[];
  /** One for each series, like `ends`, `scales` and `floors`. */
  keys: readonly GroupKey[];
  /** Last time of the training. */
  ends: Float64Array;
  /** Default number of steps, and the most that can be asked. */
  horizon: number;
  limit: number;
  /** Series x limit. */
  paths: Float64Array;
  /** Size of an error of 1 in `bounds`, at a growth of 1. */
  scales: Float64Array;
  /** 1 where the series was never negative, so that its bounds must not be negative. */
  floors: Uint8Array;
  /** Errors grow with this power of the forecast, relative to its mean over the horizon; 0 where they do not. */
  power: number;
  /** Growth of the errors by step, up to the limit. */
  growth: Float64Array;
  bounds: ErrorBounds;
  /** Growth of the error of sums by number of values, up to the limit; null in older files. */
  sumGrowth: Float64Array | null;
  /** How answers follow values newer than the training; null in older files. */
  following: Following | null;
  /** Paths lack the effects of these; null where none are used. */
  inputs: ServedInputs | null;
  /** Null where no series is one of rare demand. */
  demand: DemandState | null;
  targetProfile: ColumnProfile;
}
