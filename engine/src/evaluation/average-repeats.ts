import { outputCount } from '../learners/contract.ts';
import type { Labels } from '../target/labels.ts';

/** Validation predictions with each row once, ascending. */
export interface AveragedPredictions {
  rows: Int32Array;
  /** Rows x outputs. */
  predictions: Float64Array;
}

/** Averages the validation predictions of each row over the repeats. */
export function averageRepeats(labels: Labels, rows: Int32Array, predictions: Float64Array): AveragedPredictions {
  const outputs = outputCount(labels);
  const once = Int32Array.from(new Set(rows)).sort();
  const placeOf = new Map(Array.from(once, (row, place) => [row, place]));
  const sums = new Float64Array(once.length * outputs);
  const counts = new Float64Array(once.length);
  for (const [index, row] of rows.entries()) {
    const place = placeOf.get(row) ?? 0;
    counts[place] += 1;
    for (let output = 0; output < outputs; output++)
      sums[place * outputs + output] += predictions[index * outputs + output];
  }
  return { rows: once, predictions: sums.map((sum, index) => sum / counts[Math.floor(index / outputs)]) };
}

/** Returns one prediction for each row of the table, NaN where it was never held out. */
export function spreadOut({ rows, predictions }: AveragedPredictions, rowCount: number): Float64Array {
  if (predictions.length !== rows.length) throw new RangeError('only a regression has one prediction for each row');
  const spread = new Float64Array(rowCount).fill(Number.NaN);
  for (const [place, row] of rows.entries()) spread[row] = predictions[place];
  return spread;
}
