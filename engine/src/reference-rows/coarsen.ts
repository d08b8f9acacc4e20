/** Distinct numbers that a column keeps: with a code for missing they fill a byte. */
export const mostValues = 255;

/** The numbers, each replaced by the nearest of at most 255 of them at even steps of rank; NaN stays. */
export function coarsen(values: Float64Array): Float64Array {
  const kept = evenValues(values);
  return values.map((value) => (Number.isNaN(value) ? value : kept[nearest(kept, value)]));
}

/** Ascending distinct values: all, or of many some at even steps of rank with the least and the greatest among them. */
export function evenValues(values: Float64Array): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const distinct = known.filter((value, rank) => rank === 0 || value !== known[rank - 1]);
  if (distinct.length <= mostValues) return distinct;
  const step = (known.length - 1) / (mostValues - 1);
  const even = Float64Array.from({ length: mostValues }, (_, rank) => known[Math.round(rank * step)]);
  return even.filter((value, rank) => rank === 0 || value !== even[rank - 1]);
}

/** The place of the ascending value that is nearest, the lesser of two. */
export function nearest(ascending: Float64Array, value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value - ascending[low - 1] <= ascending[low] - value ? low - 1 : low;
}
