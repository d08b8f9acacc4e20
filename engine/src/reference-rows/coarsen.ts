/** Distinct values kept for a column; with one code for missing they fit in a byte. */
export const mostValues = 255;

/** Replaces each number by the nearest of at most 255 values at even steps of rank; NaN stays. */
export function coarsen(values: Float64Array): Float64Array {
  const kept = evenValues(values);
  return values.map((value) => (Number.isNaN(value) ? value : kept[nearest(kept, value)]));
}

/** Returns the distinct values in ascending order: all, or evenly spaced ones including both extremes. */
export function evenValues(values: Float64Array): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const distinct = known.filter((value, rank) => rank === 0 || value !== known[rank - 1]);
  if (distinct.length <= mostValues) return distinct;
  const step = (known.length - 1) / (mostValues - 1);
  const even = Float64Array.from({ length: mostValues }, (_, rank) => known[Math.round(rank * step)]);
  return even.filter((value, rank) => rank === 0 || value !== even[rank - 1]);
}

/** Returns the index of the nearest of ascending values, the lower one of a tie. */
export function nearest(ascending: Float64Array, value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value - ascending[low - 1] <= ascending[low] - value ? low - 1 : low;
}
