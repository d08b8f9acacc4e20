import { solveSymmetric } from '../../numerics/cholesky.ts';
import { continueChanges, difference } from './differences.ts';
import type { Forecaster, Method } from './method.ts';

/** Ridge penalty as a share of each lag's square, so that few values are not fitted by chance. */
const penalty = 0.1;

/** Ridge regression of the changes from season to season on the last three and the ones a season before. */
export const seasonalAutoregression: Method = {
  name: 'seasonal autoregression',
  fit: (history, season) => (season < 2 ? undefined : fitLags(history, season, [1, 2, 3, season, season + 1])),
};

function fitLags(history: Float64Array, stride: number, given: readonly number[]): Forecaster | undefined {
  const lags = [...new Set(given)].sort((a, b) => a - b);
  const changes = difference(history, Math.min(stride, history.length));
  if (changes.length < 2 * lags[lags.length - 1] + 8) return undefined;
  const weights = solveLags(changes, lags);
  if (!weights) return undefined;
  return (longer, horizon) =>
    continueChanges(longer, stride, horizon, (known, count) =>
      lags.reduce((sum, lag, index) => sum + weights[index] * known[count - lag], weights[lags.length]),
    );
}

/** Returns one weight for each lag, then the constant. Undefined when the changes carry no information. */
function solveLags(changes: Float64Array, lags: readonly number[]): Float64Array | undefined {
  const size = lags.length + 1;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  const row = new Float64Array(size).fill(1);
  for (let place = lags[lags.length - 1]; place < changes.length; place++) {
    for (const [index, lag] of lags.entries()) row[index] = changes[place - lag];
    for (let one = 0; one < size; one++) {
      right[one] += row[one] * changes[place];
      for (let other = 0; other <= one; other++) matrix[one * size + other] += row[one] * row[other];
    }
  }
  for (let index = 0; index < lags.length; index++) matrix[index * size + index] *= 1 + penalty;
  return solveSymmetric(matrix, right);
}
