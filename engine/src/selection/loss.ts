import type { Labels } from '../encoding/frame.ts';

/** What fits are judged by: mean squared error, or log loss. `predictions` is rows x outputs. */
export function meanLoss(labels: Labels, rows: Int32Array, predictions: Float64Array): number {
  return totalLoss(labels, rows, predictions) / rows.length;
}

export function totalLoss(labels: Labels, rows: Int32Array, predictions: Float64Array): number {
  let total = 0;
  for (let index = 0; index < rows.length; index++) total += rowLoss(labels, rows[index], predictions, index);
  return total;
}

/** Loss of one row of the table, predicted in place `index` of `predictions`. */
export function rowLoss({ values, classCount }: Labels, row: number, predictions: Float64Array, index: number): number {
  const truth = values[row];
  if (classCount === 0) return (truth - predictions[index]) ** 2;
  return -Math.log(Math.max(predictions[index * classCount + truth], 1e-15));
}
