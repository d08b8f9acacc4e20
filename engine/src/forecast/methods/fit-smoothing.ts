import { searchSimplex } from './nelder-mead.ts';
import {
  type FittedSmoothing,
  type SmoothingForm,
  type SmoothingStart,
  type SmoothingWeights,
  smooth,
} from './smoothing.ts';
import { guessStart } from './start-states.ts';

interface Parameters {
  weights: SmoothingWeights;
  start: SmoothingStart;
}

/**
 * Finds the weights, first level and first slope with the least squared one-step errors. The first effects of the season
 * keep their guess: fitting them too lowers these errors, but was measured to forecast no better, at five times the time.
 */
export function fitSmoothing(form: SmoothingForm, values: Float64Array, season: number): FittedSmoothing {
  const guess = guessStart(form, values, season);
  const read = pointReader(form, guess, meanStep(values));
  const logOfSquares = (point: Float64Array) => {
    const { weights, start } = read(point);
    return Math.log(smooth(form, weights, start, values).squares + Number.MIN_VALUE);
  };
  const size = 2 + (form.season === 'none' ? 0 : 1) + (form.trend === 'none' ? 0 : 3);
  const first = new Float64Array(size).fill(-1, 1);
  const { point, value } = searchSimplex(logOfSquares, first, new Float64Array(size).fill(1.5), 60 * size);
  return { form, ...read(point), criterion: criterionOf(value, values.length, size + guess.seasons.length + 1) };
}

function meanStep(values: Float64Array): number {
  let sum = 0;
  for (let index = 1; index < values.length; index++) sum += Math.abs(values[index] - values[index - 1]);
  return sum / (values.length - 1) || 1;
}

/** Reads points of unbounded numbers: bounded quantities on the logistic scale, states in mean steps from their guess. */
function pointReader(form: SmoothingForm, guess: SmoothingStart, step: number): (point: Float64Array) => Parameters {
  const hasSeason = form.season !== 'none';
  const hasTrend = form.trend === 'damped';
  return (point) => {
    let next = 0;
    const between = (low: number, high: number) => low + (high - low) / (1 + Math.exp(-point[next++]));
    const levelShift = point[next++];
    const level = between(1e-4, 0.9999);
    // Beyond 1 - level the effects of the season would follow noise that the level has taken already.
    const season = hasSeason ? between(0, 1 - level) : 0;
    const slopeShift = hasTrend ? point[next++] : 0;
    const trend = hasTrend ? between(0, 0.9999) : 0;
    const damping = hasTrend ? between(0.8, 0.995) : 0;
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
