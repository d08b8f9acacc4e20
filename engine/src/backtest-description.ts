/** Figures of a backtest: of `count` forecasts, those of the seasonal naive one beside. */
export interface BacktestFigures {
  count: number;
  mae: number;
  naive_mae: number;
  /** Mean error in units of the mean seasonal naive error within what was known; null of constant series. */
  mase: number | null;
  /** The same of the seasonal naive forecast; null in files of older programs, whose `mase` is divided by it. */
  naive_mase: number | null;
  /** Share inside the bounds; null where nothing tells bounds apart from what they are to hold. */
  covered: number | null;
}

/** One forecast beside what came. */
export interface BacktestPoint {
  /** The cells of the group columns. */
  series: Record<string, string | number | boolean>;
  /** The last time that was known. */
  origin: string | number;
  time: string | number;
  step: number;
  actual: number;
  forecast: number;
  naive: number;
  /** The unit of MASE: the mean seasonal naive error up to the origin; null in files of older programs. */
  scale: number | null;
  lower: number | null;
  upper: number | null;
}

/** Forecasts from moments of the past, with weights and bounds from the other moments, for `describe backtest`. */
export interface BacktestDescription {
  /** Nominal coverage of the bounds. */
  level: number;
  /** Most moments that a series was forecast from. */
  origins: number;
  steps: (BacktestFigures & { step: number })[];
  /** Up to 100, those first that do worst beside the seasonal naive forecast. */
  series: (BacktestFigures & { series: BacktestPoint['series'] })[];
  /** Up to 600, of the latest moments. */
  points: BacktestPoint[];
}
