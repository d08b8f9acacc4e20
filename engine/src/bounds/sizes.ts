/** Size of errors as a function of the prediction: linear between the points, constant beyond the ends. */
export interface SizeCurve {
  predictions: Float64Array;
  sizes: Float64Array;
}

/** Number of points at even steps of rank. */
const places = 11;
/** Sizes are kept above this share of their mean. */
const leastShare = 0.02;

/**
 * Local regression through the square roots of the error sizes (Cleveland 1979, tricube weights). A line follows sizes
 * that grow within a window, and roots are less sensitive to outliers. `order` sorts rows by prediction.
 */
export function fitSizeCurve(
  predictions: Float64Array,
  errors: Float64Array,
  order: Uint32Array,
  windowSize: number,
): SizeCurve {
  const roots = Float64Array.from(order, (row) => Math.sqrt(Math.abs(errors[row])));
  const mean = roots.reduce((sum, root) => sum + root, 0) / roots.length;
  const at: number[] = [];
  const sizes: number[] = [];
  for (let place = 0; place < places; place++) {
    const rank = Math.round((place / (places - 1)) * (order.length - 1));
    const prediction = predictions[order[rank]];
    if (at.length > 0 && prediction <= at[at.length - 1]) continue;
    const first = Math.min(Math.max(0, rank - (windowSize >> 1)), Math.max(0, order.length - windowSize));
    const root = rootAt(
      rank,
      first,
      Math.min(order.length, first + windowSize),
      (index) => predictions[order[index]],
      roots,
    );
    at.push(prediction);
    // Without any error, every size but 0 will do.
    sizes.push(Math.max(root, Math.sqrt(leastShare) * mean) ** 2 || 1);
  }
  return { predictions: Float64Array.from(at), sizes: Float64Array.from(sizes) };
}

/** Value at `rank` of the weighted line through the ranks `first` to `end`; their mean where predictions are equal. */
function rootAt(
  rank: number,
  first: number,
  end: number,
  predictionAt: (rank: number) => number,
  roots: Float64Array,
): number {
  const reach = Math.max(rank - first, end - 1 - rank) + 1;
  const sums = { weight: 0, x: 0, y: 0, xx: 0, xy: 0 };
  const centre = predictionAt(rank);
  for (let index = first; index < end; index++) {
    const weight = (1 - (Math.abs(index - rank) / reach) ** 3) ** 3;
    const x = predictionAt(index) - centre;
    sums.weight += weight;
    sums.x += weight * x;
    sums.y += weight * roots[index];
    sums.xx += weight * x * x;
    sums.xy += weight * x * roots[index];
  }
  const spread = sums.xx - (sums.x * sums.x) / sums.weight;
  const slope = spread > 1e-12 * sums.xx ? (sums.xy - (sums.x * sums.y) / sums.weight) / spread : 0;
  return (sums.y - slope * sums.x) / sums.weight;
}

/** The size at a prediction. */
export function sizeAt({ predictions, sizes }: SizeCurve, prediction: number): number {
  let next = 0;
  while (next < predictions.length && predictions[next] < prediction) next += 1;
  if (next === 0) return sizes[0];
  if (next === predictions.length) return sizes[next - 1];
  const share = (prediction - predictions[next - 1]) / (predictions[next] - predictions[next - 1]);
  return sizes[next - 1] + share * (sizes[next] - sizes[next - 1]);
}
