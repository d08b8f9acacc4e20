import type { Feature } from '../encoding/feature.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';

/** Distance of two encoded rows: the weight of each feature that differs fully. */
export interface Similarity {
  weights: Float64Array;
  /** The difference of two numbers that counts as full; 0 for categories, which are equal or not. */
  scales: Float64Array;
}

/** Least weight of every input, because unimportant ones may indicate important ones. */
const leastWeight = 0.02;

/** The features of an input share its weight. */
export function measureSimilarity(
  features: readonly Feature[],
  reference: ReferenceRows,
  inputWeights: Float64Array,
): Similarity {
  const siblings = new Map<number, number>();
  for (const { input } of features) siblings.set(input, (siblings.get(input) ?? 0) + 1);
  return {
    weights: Float64Array.from(features, ({ input }) => weightOf(inputWeights[input]) / (siblings.get(input) ?? 1)),
    scales: Float64Array.from(features, ({ categories }, feature) =>
      categories > 0 ? 0 : rangeOf(reference, feature, features.length),
    ),
  };
}

/** The weight of an input. */
export function weightOf(inputWeight: number): number {
  return Math.sqrt(inputWeight) + leastWeight;
}

/** The range between the 10th and 90th percentile; the full range where that is 0. */
function rangeOf({ count, cells }: ReferenceRows, feature: number, width: number): number {
  const values = Float64Array.from({ length: count }, (_, row) => cells[row * width + feature])
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (values.length === 0) return 1;
  const last = values.length - 1;
  const middle = values[Math.round(0.9 * last)] - values[Math.round(0.1 * last)];
  return middle || values[last] - values[0] || 1;
}

/** Writes the distance of each reference row in the features that the row has. */
export function measureDistances(
  { weights, scales }: Similarity,
  { count, cells }: ReferenceRows,
  row: Float64Array,
  out: Float64Array,
): void {
  const width = row.length;
  out.fill(0, 0, count);
  for (let feature = 0; feature < width; feature++) {
    const value = row[feature];
    if (Number.isNaN(value)) continue;
    const weight = weights[feature];
    const scale = scales[feature];
    for (let other = 0, at = feature; other < count; other++, at += width) {
      const difference = scale === 0 ? Number(cells[at] !== value) : Math.abs(cells[at] - value) / scale;
      // A missing cell of the reference row counts as different.
      out[other] += difference < 1 ? weight * difference : weight;
    }
  }
}

/** The places of the `count` least distances, in the order of the places. */
export function nearestOf(distances: Float64Array, total: number, count: number): Int32Array {
  const kept = new Int32Array(Math.min(count, total));
  let size = 0;
  for (let place = 0; place < total; place++) {
    if (size === kept.length && distances[place] >= distances[kept[size - 1]]) continue;
    let at = size < kept.length ? size++ : size - 1;
    while (at > 0 && distances[kept[at - 1]] > distances[place]) {
      kept[at] = kept[at - 1];
      at -= 1;
    }
    kept[at] = place;
  }
  return kept;
}
