/** The states of a smoothing besides the level. A damped trend shrinks by `damping` every step, a linear one does not. */
export interface SmoothingForm {
  trend: 'none' | 'linear' | 'damped';
  season: 'none' | 'additive' | 'multiplicative';
}

/** How fast each state follows new values (0-1), and the share of the trend that remains after a step. */
export interface SmoothingWeights {
  level: number;
  trend: number;
  season: number;
  damping: number;
}

/**
 * The state before the first value: the level, its change per step, and one effect for each phase of the season (empty
 * without a season).
 */
export interface SmoothingStart {
  level: number;
  slope: number;
  seasons: Float64Array;
}

export interface FittedSmoothing {
  form: SmoothingForm;
  weights: SmoothingWeights;
  start: SmoothingStart;
  /** Corrected Akaike criterion: lower is better among forms fitted to the same values. */
  criterion: number;
}

export interface SmoothingEnd extends SmoothingStart {
  /** Sum of squared errors of the one-step forecasts. */
  squares: number;
  /** Sum of squared relative errors and of the logarithms of the forecasts; NaN for negative ones. */
  relativeSquares: number;
  logForecasts: number;
}

/**
 * Runs exponential smoothing over values in component form (Hyndman & Athanasopoulos, Forecasting: Principles and Practice,
 * 8.3; Holt 1957, Winters 1960, Gardner & McKenzie 1985) and returns the states after the last value.
 */
export function smooth(
  { trend, season }: SmoothingForm,
  weights: SmoothingWeights,
  start: SmoothingStart,
  values: Float64Array,
): SmoothingEnd {
  const { level: alpha, trend: beta, season: gamma } = weights;
  const damping = trend === 'none' ? 0 : weights.damping;
  const isMultiplicative = season === 'multiplicative';
  const seasons = season === 'none' ? Float64Array.of(0) : start.seasons.slice();
  let { level, slope } = start;
  let squares = 0;
  let relativeSquares = 0;
  let logForecasts = 0;
  for (let index = 0, phase = 0; index < values.length; index++) {
    const value = values[index];
    const base = level + damping * slope;
    const effect = seasons[phase];
    const forecast = isMultiplicative ? base * effect : base + effect;
    const error = value - forecast;
    squares += error * error;
    if (isMultiplicative) {
      relativeSquares += (error / forecast) ** 2;
      logForecasts += Math.log(forecast);
    }
    const before = level;
    level = alpha * (isMultiplicative ? value / effect : value - effect) + (1 - alpha) * base;
    slope = beta * (level - before) + (1 - beta) * damping * slope;
    if (season !== 'none')
      seasons[phase] = gamma * (isMultiplicative ? value / base : value - base) + (1 - gamma) * effect;
    phase = phase + 1 === seasons.length ? 0 : phase + 1;
  }
  return { level, slope, seasons, squares, relativeSquares, logForecasts };
}

/** Continues the states found after `count` values. */
export function extrapolate(
  { trend, season }: SmoothingForm,
  { damping }: SmoothingWeights,
  { level, slope, seasons }: SmoothingStart,
  count: number,
  horizon: number,
): Float64Array {
  let faded = 1;
  let sum = 0;
  return Float64Array.from({ length: horizon }, (_, step) => {
    faded *= damping;
    sum += faded;
    const base = trend === 'none' ? level : level + sum * slope;
    if (season === 'none') return base;
    const effect = seasons[(count + step) % seasons.length];
    return season === 'additive' ? base + effect : base * effect;
  });
}
