import type { Labels } from '../encoding/frame.ts';

/** Mean loss of the rows, by the kind that the labels name. `predictions` is rows x outputs. */
export function meanLoss(labels: Labels, rows: Int32Array, predictions: Float64Array): number {
  return totalLoss(labels, rows, predictions) / rows.length;
}

export function totalLoss(labels: Labels, rows: Int32Array, predictions: Float64Array): number {
  let total = 0;
  for (let index = 0; index < rows.length; index++) total += rowLoss(labels, rows[index], predictions, index);
  return total;
}

/** Loss of one row of the table, predicted in place `index` of `predictions`. */
export function rowLoss(
  { values, classCount, loss }: Labels,
  row: number,
  predictions: Float64Array,
  index: number,
): number {
  const truth = values[row];
  if (classCount > 0) return -Math.log(Math.max(predictions[index * classCount + truth], 1e-15));
  const error = truth - predictions[index];
  return loss === 'absolute' ? Math.abs(error) : error * error;
}

/** By how much `predictions` lose more than `others` on the same rows, in all, with the standard error of that sum. */
export function compareLosses(
  labels: Labels,
  rows: Int32Array,
  predictions: Float64Array,
  others: Float64Array,
): { excess: number; error: number } {
  let [excess, squares] = [0, 0];
  for (let index = 0; index < rows.length; index++) {
    const difference = rowLoss(labels, rows[index], predictions, index) - rowLoss(labels, rows[index], others, index);
    excess += difference;
    squares += difference ** 2;
  }
  return { excess, error: Math.sqrt(Math.max(0, squares - excess ** 2 / Math.max(rows.length, 1))) };
}
