/**
 * Fills gaps: with a season, by the line between the nearest values of the same phase; otherwise, or at an end, by the
 * line between the neighbours. The first and last values are known.
 */
export function fillGaps(values: Float64Array, season: number): Float64Array {
  if (!values.some(Number.isNaN)) return values;
  return values.map((value, index) => {
    if (!Number.isNaN(value)) return value;
    const seasonal = season > 1 ? interpolate(values, index, season) : Number.NaN;
    return Number.isNaN(seasonal) ? interpolate(values, index, 1) : seasonal;
  });
}

/** Interpolates between the nearest known values a multiple of `stride` away; NaN when one side has none. */
function interpolate(values: Float64Array, index: number, stride: number): number {
  let before = index - stride;
  while (before >= 0 && Number.isNaN(values[before])) before -= stride;
  let after = index + stride;
  while (after < values.length && Number.isNaN(values[after])) after += stride;
  if (before < 0 || after >= values.length) return Number.NaN;
  return values[before] + ((values[after] - values[before]) * (index - before)) / (after - before);
}
