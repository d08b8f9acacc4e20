import { solveSymmetric } from './cholesky.ts';
import type { SparseRows } from './sparse-rows.ts';

/**
 * Least squares with an L2 penalty on all weights but the intercept, for each penalty: mean squared error / 2 + penalty
 * / 2 * |w|². One array for each penalty: weights, then the intercept. Undefined where the system cannot be solved.
 */
export function fitRidge(
  rows: SparseRows,
  truth: Float64Array,
  columnCount: number,
  penalties: readonly number[],
): (Float64Array | undefined)[] {
  const size = columnCount + 1;
  const { gram, moment } = accumulate(rows, truth, size);
  return penalties.map((penalty) => {
    const system = gram.slice();
    for (let column = 0; column < columnCount; column++) system[column * size + column] += penalty * rows.count;
    system[size * size - 1] += 1e-9 * rows.count;
    return solveSymmetric(system, moment);
  });
}

/** Lower triangle of XᵀX and Xᵀy, the intercept as the last column. */
function accumulate({ count, starts, columns, values }: SparseRows, truth: Float64Array, size: number) {
  const gram = new Float64Array(size * size);
  const moment = new Float64Array(size);
  const last = (size - 1) * size;
  for (let row = 0; row < count; row++) {
    const start = starts[row];
    for (let i = start; i < starts[row + 1]; i++) {
      const value = values[i];
      if (value === 0) continue;
      for (let j = start; j <= i; j++) {
        const [high, low] = columns[i] > columns[j] ? [columns[i], columns[j]] : [columns[j], columns[i]];
        gram[high * size + low] += value * values[j];
      }
      gram[last + columns[i]] += value;
      moment[columns[i]] += value * truth[row];
    }
    moment[size - 1] += truth[row];
  }
  gram[size * size - 1] = count;
  return { gram, moment };
}
