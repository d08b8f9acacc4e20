import type { Feature } from '../encoding/feature.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';

/** Distance of two encoded rows: the weight of each feature that differs fully. */
export interface Similarity {
  weights: Float64Array;
  /** The difference of two numbers that counts as 1; 0 for categories, which are either equal or not. */
  scales: Float64Array;
}

/** Least weight of every input, because unimportant ones may indicate important ones. */
const leastWeight = 0.02;

/** Measures the similarity of rows. The features of an input share its weight. */
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

/** Returns the weight of an input. */
export function weightOf(inputWeight: number): number {
  return Math.sqrt(inputWeight) + leastWeight;
}

/** Returns the range between the 10th and 90th percentile; the full range where that is 0. */
function rangeOf({ count, cells }: ReferenceRows, feature: number, width: number): number {
  const column = new Float64Array(count);
  for (let row = 0; row < count; row++) column[row] = cells[row * width + feature];
  const values = column.filter((value) => !Number.isNaN(value)).sort();
  if (values.length === 0) return 1;
  const last = values.length - 1;
  const middle = values[Math.round(0.9 * last)] - values[Math.round(0.1 * last)];
  return middle || values[last] - values[0] || 1;
}
