import { minimise, type Patience } from './minimise.ts';
import type { SparseRows } from './sparse-rows.ts';

/**
 * Iterative least squares for many columns: mean squared error / 2 + penalty / 2 * |w|², for each penalty, the
 * strongest first. After the deadline no further penalty is tried. A set has one weight for each column, then the
 * intercept.
 */
export async function fitLeastSquares(
  rows: SparseRows,
  truth: Float64Array,
  columnCount: number,
  penalties: readonly number[],
  pause: () => Promise<void>,
  patience: Patience,
): Promise<Float64Array[]> {
  let weights: Float64Array = new Float64Array(columnCount + 1);
  const sequence: Float64Array[] = [];
  for (const penalty of penalties) {
    weights = minimise((point, gradient) => evaluate(rows, truth, penalty, point, gradient), weights, patience);
    sequence.push(weights);
    await pause();
    if (performance.now() > patience.deadline) break;
  }
  return sequence;
}

function evaluate(
  { count, starts, columns, values }: SparseRows,
  truth: Float64Array,
  penalty: number,
  weights: Float64Array,
  gradient: Float64Array,
): number {
  const last = weights.length - 1;
  let loss = 0;
  for (let column = 0; column < last; column++) {
    gradient[column] = penalty * weights[column];
    loss += (penalty / 2) * weights[column] ** 2;
  }
  gradient[last] = 0;
  for (let row = 0; row < count; row++) {
    let error = weights[last] - truth[row];
    for (let entry = starts[row]; entry < starts[row + 1]; entry++) error += weights[columns[entry]] * values[entry];
    loss += error ** 2 / 2 / count;
    for (let entry = starts[row]; entry < starts[row + 1]; entry++)
      gradient[columns[entry]] += (error * values[entry]) / count;
    gradient[last] += error / count;
  }
  return loss;
}
