import type { ErrorBounds } from '../bounds/conformal.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { ModelDescription } from '../model.ts';
import type { TimeReading } from './axis/read-times.ts';
import type { TimeStep } from './axis/step.ts';
import type { GroupColumn, GroupKey } from './series/keys.ts';

/** A trained forecast: it depends on nothing but the rows of the training, so what it will say is worked out already. */
export interface ForecastState {
  description: ModelDescription;
  timeColumn: string;
  reading: TimeReading;
  step: TimeStep;
  groupColumns: readonly GroupColumn[];
  /** One a series, as are `ends`, `scales` and `floors`. */
  keys: readonly GroupKey[];
  /** Last time of the training. */
  ends: Float64Array;
  /** Steps answered unless others are asked for, and at most. */
  horizon: number;
  limit: number;
  /** Series x limit. */
  paths: Float64Array;
  /** Size of an error of 1 in `bounds`, at a growth of 1. */
  scales: Float64Array;
  /** 1 where the series never was below 0: its bounds are not either. */
  floors: Uint8Array;
  /** Growth of the errors by step; its length is the limit. */
  growth: Float64Array;
  bounds: ErrorBounds;
  targetProfile: ColumnProfile;
}
