import { solveSymmetric } from './cholesky.ts';
import type { SparseRows } from './sparse-rows.ts';

/** Rows are read in this many passes, so that those read before the deadline are evenly spaced. */
const passes = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
/** At least this many rows are read, however late it is. */
const fewestRows = 100;

/** When reading rows must end (milliseconds of the clock), and where the event loop runs meanwhile. */
export interface Limits {
  deadline: number;
  pause(): Promise<void>;
}

/**
 * Least squares with an L2 penalty on all weights but the intercept, for each penalty: mean squared error / 2 + penalty
 * / 2 * |w|². One array for each penalty: weights, then the intercept. Undefined where the system cannot be solved.
 * After the deadline the fit makes do with the rows read so far; solving takes milliseconds.
 */
export async function fitRidge(
  rows: SparseRows,
  truth: Float64Array,
  columnCount: number,
  penalties: readonly number[],
  limits: Limits,
): Promise<(Float64Array | undefined)[]> {
  const size = columnCount + 1;
  const gram = new Float64Array(size * size);
  const moment = new Float64Array(size);
  for (const pass of passes) {
    accumulate(rows, truth, pass, gram, moment);
    await limits.pause();
    if (performance.now() > limits.deadline && gram[size * size - 1] >= fewestRows) break;
  }
  const count = gram[size * size - 1];
  return penalties.map((penalty) => {
    const system = gram.slice();
    for (let column = 0; column < columnCount; column++) system[column * size + column] += penalty * count;
    system[size * size - 1] += 1e-9 * count;
    return solveSymmetric(system, moment);
  });
}

/** Adds every 16th row from `from` on to the lower triangle of XᵀX and to Xᵀy, the intercept as the last column. */
function accumulate(
  { count, starts, columns, values }: SparseRows,
  truth: Float64Array,
  from: number,
  gram: Float64Array,
  moment: Float64Array,
): void {
  const size = moment.length;
  const last = (size - 1) * size;
  for (let row = from; row < count; row += passes.length) {
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
    gram[last + size - 1] += 1;
  }
}
