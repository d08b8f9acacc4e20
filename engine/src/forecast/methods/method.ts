/**
 * Continues a history by `horizon` values with a fitted method. The history starts where the fitted one did and is at
 * least as long: a backtest fits once and moves on.
 */
export type Forecaster = (history: Float64Array, horizon: number) => Float64Array;

/** How long the parameters of a method are searched for. */
export interface Effort {
  /** Evaluations for each parameter, from each of so many starting points. */
  evaluations: number;
  starts: number;
  /** Of thousands of series: only the usual forms, of the methods that suit a sample, and no further fit on all values. */
  isShort: boolean;
}

/** A way of forecasting one series from its own past, evenly spaced and without gaps. */
export interface Method {
  name: string;
  /** `season` is the number of steps in a season, 1 for none. Returns undefined when the method does not apply. */
  fit(history: Float64Array, season: number, effort: Effort): Forecaster | undefined;
}
