/** Rounding of sums, relative to the largest value, and of what learners add up, relative to the deviation. */
const [ofSize, ofDeviation] = [2 ** -50, 2 ** -40];

/** Returns the predictions, those that are right but for rounding as the truth itself. */
export function withoutRounding(predictions: Float64Array, truth: Float64Array): Float64Array {
  const resolution = resolutionOf(truth);
  return predictions.map((value, row) => (Math.abs(value - truth[row]) <= resolution ? truth[row] : value));
}

/**
 * Returns the difference below which two values of a target are the same: what is smaller comes from rounding, so it is
 * neither an error nor a unit for one. Above 0 unless all values are 0.
 */
export function resolutionOf(values: Float64Array): number {
  let [largest, sum] = [0, 0];
  for (const value of values) {
    largest = Math.max(largest, Math.abs(value));
    sum += value;
  }
  const mean = sum / values.length;
  const squares = values.reduce((all, value) => all + (value - mean) ** 2, 0);
  return Math.max(ofSize * largest, ofDeviation * Math.sqrt(squares / values.length));
}
