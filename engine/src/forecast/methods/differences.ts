/** Differences between each value and the one `lag` before it; `lag` values shorter. */
export function difference(values: Float64Array, lag: number): Float64Array {
  return values.subarray(lag).map((value, index) => value - values[index]);
}

/**
 * Continues a series by predicting its changes over `lag` steps one after another; `next` gets the changes known so far
 * and their number.
 */
export function continueChanges(
  history: Float64Array,
  lag: number,
  horizon: number,
  next: (changes: Float64Array, count: number) => number,
): Float64Array {
  const count = history.length;
  const values = new Float64Array(count + horizon);
  values.set(history);
  const changes = new Float64Array(count - lag + horizon);
  changes.set(difference(history, lag));
  for (let place = count; place < count + horizon; place++) {
    changes[place - lag] = next(changes, place - lag);
    values[place] = values[place - lag] + changes[place - lag];
  }
  return values.subarray(count);
}
