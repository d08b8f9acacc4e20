import { searchSimplex } from './nelder-mead.ts';

/** Orders: number of coefficients on past values and past errors, of the last steps and of one season before (0 or 1). */
export interface Order {
  values: number;
  errors: number;
  seasonalValues: number;
  seasonalErrors: number;
}

/** Coefficients by lag, from 1: on past values, and on past errors (subtracted). */
export interface Lags {
  values: Float64Array;
  errors: Float64Array;
}

/** Coefficients stay this far inside the stationary range. */
const mostCoefficient = 0.98;

/**
 * Fits autoregressive moving averages of values around 0 by conditional least squares (Box & Jenkins 1970); the first
 * `skipped` errors do not count. `evaluations` are for each coefficient. `criterion` is the corrected Akaike criterion.
 */
export function fitOrder(
  order: Order,
  values: Float64Array,
  season: number,
  { skipped, evaluations }: { skipped: number; evaluations: number },
) {
  const size = order.values + order.errors + order.seasonalValues + order.seasonalErrors;
  const logOfSquares = (point: Float64Array) => {
    const errors = runErrors(values, expand(order, point, season)).subarray(skipped);
    return Math.log(errors.reduce((sum, error) => sum + error * error, 0) + Number.MIN_VALUE);
  };
  const edges = new Float64Array(size).fill(0.6);
  const { point, value } = searchSimplex(logOfSquares, new Float64Array(size), edges, evaluations * size);
  const count = values.length - skipped;
  const parameters = size + 1;
  const correction = (2 * parameters * (parameters + 1)) / Math.max(count - parameters - 1, 0.1);
  return { criterion: count * value + 2 * parameters + correction, lags: expand(order, point, season) };
}

/** Continues values around 0. */
export function continueValues(known: Float64Array, lags: Lags, horizon: number): Float64Array {
  const count = known.length;
  const values = new Float64Array(count + horizon);
  const errors = new Float64Array(count + horizon);
  values.set(known);
  errors.set(runErrors(known, lags));
  for (let place = count; place < count + horizon; place++) {
    for (const [index, weight] of lags.values.entries()) values[place] += weight * values[place - index - 1];
    for (const [index, weight] of lags.errors.entries()) values[place] -= weight * errors[place - index - 1];
  }
  return values.subarray(count);
}

/** One-step errors; values before the first are taken as 0. */
function runErrors(values: Float64Array, { values: own, errors: past }: Lags): Float64Array {
  const ownLags = lagsOf(own);
  const pastLags = lagsOf(past);
  const errors = new Float64Array(values.length);
  for (let place = 0; place < values.length; place++) {
    let error = values[place];
    for (const lag of ownLags) if (place >= lag) error -= own[lag - 1] * values[place - lag];
    for (const lag of pastLags) if (place >= lag) error += past[lag - 1] * errors[place - lag];
    errors[place] = error;
  }
  return errors;
}

function lagsOf(coefficients: Float64Array): number[] {
  return [...coefficients.keys()].filter((index) => coefficients[index] !== 0).map((index) => index + 1);
}

/** Maps unbounded numbers to coefficients. */
function expand(order: Order, point: Float64Array, season: number): Lags {
  let next = 0;
  const take = (count: number) => {
    const taken = point.subarray(next, next + count).map((value) => mostCoefficient * Math.tanh(value));
    next += count;
    return taken;
  };
  const [values, errors] = [stabilise(take(order.values)), stabilise(take(order.errors))];
  const [far, farErrors] = [take(order.seasonalValues), take(order.seasonalErrors)];
  return { values: multiply(values, far, season), errors: multiply(errors, farErrors, season) };
}

/**
 * Maps partial autocorrelations to coefficients of a stationary filter, up to order two (Barndorff-Nielsen & Schou
 * 1973).
 */
function stabilise(partial: Float64Array): Float64Array {
  return partial.length < 2 ? partial : Float64Array.of(partial[0] * (1 - partial[1]), partial[1]);
}

/** Coefficients by lag of 1 - (1 - near) (1 - far at the season). */
function multiply(near: Float64Array, far: Float64Array, season: number): Float64Array {
  if (far.length === 0) return near;
  const lags = new Float64Array(near.length + season);
  lags.set(near);
  lags[season - 1] += far[0];
  for (const [index, weight] of near.entries()) lags[season + index] -= weight * far[0];
  return lags;
}
