import type { Labels } from '../target/labels.ts';

/**
 * Returns how many standard errors say that numbers which are predicted above a reference also are above it, and those
 * below are below: Fisher's transform of Spearman's rank correlation of both deviations. Where one row makes up most of
 * the losses, their sum says nothing of all others, and ranks do. Rows of one `group`, or the same row predicted again,
 * are one piece of evidence. 0 for classes.
 */
export function orderEvidence(
  { values, classCount }: Labels,
  rows: Int32Array,
  predictions: Float64Array,
  reference: Float64Array,
  group?: Int32Array,
): number {
  const pieces = new Set(group ? rows.map((row) => group[row]) : rows).size;
  if (classCount > 0 || pieces <= 3) return 0;
  const said = ranksOf(predictions.map((value, place) => value - reference[place]));
  const true_ = ranksOf(Float64Array.from(rows, (row, place) => values[row] - reference[place]));
  const correlation = Math.max(-mostCorrelated, Math.min(mostCorrelated, correlate(said, true_)));
  return Math.atanh(correlation) * Math.sqrt(pieces - 3);
}

const mostCorrelated = 1 - 1e-9;

/** Returns the rank of each value; equal ones share their mean. */
function ranksOf(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, place) => place).sort((one, other) => values[one] - values[other]);
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end += 1;
    for (let place = start; place < end; place += 1) ranks[order[place]] = (start + end - 1) / 2;
    start = end;
  }
  return ranks;
}

/** Returns Pearson's correlation of ranks from 0 on; 0 where either are all equal. */
function correlate(one: Float64Array, other: Float64Array): number {
  const mean = (one.length - 1) / 2;
  let [products, ones, others] = [0, 0, 0];
  for (const [place, rank] of one.entries()) {
    products += (rank - mean) * (other[place] - mean);
    ones += (rank - mean) ** 2;
    others += (other[place] - mean) ** 2;
  }
  return ones > 0 && others > 0 ? products / Math.sqrt(ones * others) : 0;
}
