/**
 * Returns the mean absolute error of repeating the value one season before, over the last `most` values: the unit of
 * MASE.
 */
export function naiveError(history: Float64Array, season: number, most = history.length): number {
  const first = Math.max(season, history.length - most);
  if (first >= history.length) return 0;
  let sum = 0;
  for (let index = first; index < history.length; index++) sum += Math.abs(history[index] - history[index - season]);
  return sum / (history.length - first);
}

/** Returns `naiveError`; of a series that repeats itself exactly, which leaves none, the mean change between values. */
export function unitOfErrors(history: Float64Array, season: number): number {
  return naiveError(history, season) || naiveError(history, 1);
}

/** Symmetric percentage error of one forecast, 0 to 2; a forecast of 0 for 0 has no error. */
export function symmetricError(truth: number, forecast: number): number {
  const size = (Math.abs(truth) + Math.abs(forecast)) / 2;
  return size > 0 ? Math.abs(truth - forecast) / size : 0;
}

/** Returns an error relative to that of the seasonal naive forecast; where that has none, 1 if the other has none. */
export function relateErrors(own: number, naive: number): number {
  if (naive > 0) return own / naive;
  return own === 0 ? 1 : own;
}
