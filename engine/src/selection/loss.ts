import type { Labels } from '../encoding/frame.ts';

/** What fits are judged by: mean squared error, or log loss. `predictions` is rows x outputs. */
export function meanLoss(labels: Labels, rows: Int32Array, predictions: Float64Array): number {
  return totalLoss(labels, rows, predictions) / rows.length;
}

export function totalLoss({ values, classCount }: Labels, rows: Int32Array, predictions: Float64Array): number {
  let total = 0;
  for (let index = 0; index < rows.length; index++) {
    const truth = values[rows[index]];
    if (classCount === 0) total += (truth - predictions[index]) ** 2;
    else total -= Math.log(Math.max(predictions[index * classCount + truth], 1e-15));
  }
  return total;
}
