import type { Labels } from '../target/labels.ts';

/** Returns the mean loss of the rows, of the kind given by the labels. `predictions` is rows x outputs. */
export function meanLoss(labels: Labels, rows: Int32Array, predictions: Float64Array): number {
  return totalLoss(labels, rows, predictions) / rows.length;
}

export function totalLoss(labels: Labels, rows: Int32Array, predictions: Float64Array): number {
  let total = 0;
  for (let index = 0; index < rows.length; index++) total += rowLoss(labels, rows[index], predictions, index);
  return total;
}

/** Returns the loss of one row of the table, predicted at place `index` of `predictions`. */
export function rowLoss(labels: Labels, row: number, predictions: Float64Array, index: number): number {
  const { values, classCount } = labels;
  return lossOfRelevant(labels, row, predictions[classCount > 0 ? index * classCount + values[row] : index]);
}

/** Returns the part of each prediction that its loss depends on: the number, or the probability of the true class. */
export function relevantOf({ values, classCount }: Labels, rows: Int32Array, predictions: Float64Array): Float64Array {
  if (classCount === 0) return predictions;
  return Float64Array.from(rows, (row, index) => predictions[index * classCount + values[row]]);
}

/** Returns the loss of one row of the table, from the part of its prediction that `relevantOf` returns. */
export function lossOfRelevant({ values, classCount, loss }: Labels, row: number, relevant: number): number {
  if (classCount > 0) return -Math.log(Math.max(relevant, 1e-15));
  const error = values[row] - relevant;
  return loss === 'absolute' ? Math.abs(error) : error * error;
}

/**
 * Returns the total excess loss of `predictions` over `others` on the same rows, with its standard error. Rows of one
 * `group` are one piece of evidence.
 */
export function compareLosses(
  labels: Labels,
  rows: Int32Array,
  predictions: Float64Array,
  others: Float64Array,
  group?: Int32Array,
): { excess: number; error: number } {
  let [excess, squares] = [0, 0];
  const sums = new Map<number, number>();
  for (let index = 0; index < rows.length; index++) {
    const difference = rowLoss(labels, rows[index], predictions, index) - rowLoss(labels, rows[index], others, index);
    excess += difference;
    if (group) sums.set(group[rows[index]], (sums.get(group[rows[index]]) ?? 0) + difference);
    else squares += difference ** 2;
  }
  for (const sum of sums.values()) squares += sum ** 2;
  return {
    excess,
    error: Math.sqrt(Math.max(0, squares - excess ** 2 / Math.max(group ? sums.size : rows.length, 1))),
  };
}
