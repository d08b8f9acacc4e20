import type { Effort } from './method.ts';
import { searchSimplex } from './nelder-mead.ts';
import {
  type FittedSmoothing,
  type SmoothingEnd,
  type SmoothingForm,
  type SmoothingStart,
  type SmoothingWeights,
  smooth,
} from './smoothing.ts';
import { guessStart } from './start-states.ts';

/** Parameters of a trend: slope, its weight, and its damping. */
const trendSize = { none: 0, linear: 2, damped: 3 };

interface Parameters {
  weights: SmoothingWeights;
  start: SmoothingStart;
}

/**
 * Finds the weights, first level and first slope with the least squared one-step errors. The first seasonal effects
 * keep their initial guess, because fitting them did not improve forecasts.
 */
export function fitSmoothing(
  form: SmoothingForm,
  values: Float64Array,
  season: number,
  { evaluations, starts: most }: Effort,
): FittedSmoothing {
  const guess = guessStart(form, values, season);
  const read = pointReader(form, guess, meanStep(values));
  const logOfSquares = (point: Float64Array) => {
    const { weights, start } = read(point);
    return deviance(form, smooth(form, weights, start, values), values.length);
  };
  const size = 2 + (form.season === 'none' ? 0 : 1) + trendSize[form.trend];
  const starts = firstPoints(form).slice(0, most);
  const found = starts.map((first) =>
    searchSimplex(logOfSquares, first, new Float64Array(size).fill(1), evaluations * size),
  );
  const { point, value } = found.reduce((a, b) => (b.value < a.value ? b : a));
  return { form, ...read(point), criterion: criterionOf(value, values.length, size + guess.seasons.length + 1) };
}

/**
 * Returns two starting points, a slow and a quick one, for level and, where the form has them, season, trend and
 * damping.
 */
function firstPoints({ season, trend }: SmoothingForm): Float64Array[] {
  const seasonal = season === 'none' ? [] : [-2];
  return [
    [0, -1, ...seasonal, ...[0, -3, 2].slice(0, trendSize[trend])],
    [0, 1, ...seasonal, ...[0, -1, 0].slice(0, trendSize[trend])],
  ].map((point) => Float64Array.from(point));
}

/** -2 log likelihood for each value, up to a constant. Errors of a multiplicative season are relative to the forecast. */
function deviance({ season }: SmoothingForm, end: SmoothingEnd, count: number): number {
  if (season !== 'multiplicative') return Math.log(end.squares + Number.MIN_VALUE);
  return Math.log(end.relativeSquares + Number.MIN_VALUE) + (2 * end.logForecasts) / count;
}

function meanStep(values: Float64Array): number {
  let sum = 0;
  for (let index = 1; index < values.length; index++) sum += Math.abs(values[index] - values[index - 1]);
  return sum / (values.length - 1) || 1;
}

/** Maps unbounded numbers to parameters: bounded ones by the logistic function, states in mean steps from their guess. */
function pointReader(form: SmoothingForm, guess: SmoothingStart, step: number): (point: Float64Array) => Parameters {
  const hasSeason = form.season !== 'none';
  const hasTrend = form.trend !== 'none';
  return (point) => {
    let next = 0;
    const between = (low: number, high: number) => low + (high - low) / (1 + Math.exp(-point[next++]));
    const levelShift = point[next++];
    const level = between(1e-4, 0.9999);
    // Beyond 1 - level the seasonal effects would follow noise that the level has already absorbed.
    const season = hasSeason ? between(0, 1 - level) : 0;
    const slopeShift = hasTrend ? point[next++] : 0;
    const trend = hasTrend ? between(0, 0.9999) : 0;
    const damping = form.trend === 'damped' ? between(0.8, 0.98) : Number(hasTrend);
    const start = {
      level: guess.level + step * levelShift,
      slope: guess.slope + 0.2 * step * slopeShift,
      seasons: guess.seasons,
    };
    return { weights: { level, trend, season, damping }, start };
  };
}

function criterionOf(logOfSquares: number, count: number, parameters: number): number {
  const fit = count * (logOfSquares - Math.log(count));
  return fit + 2 * parameters + (2 * parameters * (parameters + 1)) / Math.max(count - parameters - 1, 0.1);
}
