/**
 * Continues a history by `horizon` values with what was fitted. The history begins where the fitted one began and is
 * at least as long: a backtest fits once and moves on.
 */
export type Forecaster = (history: Float64Array, horizon: number) => Float64Array;

/** A way of forecasting one series from its own past, evenly spaced and without gaps. */
export interface Method {
  name: string;
  /** `season` is the number of steps after which the series repeats itself, 1 for none. Undefined: it does not suit. */
  fit(history: Float64Array, season: number): Forecaster | undefined;
}
