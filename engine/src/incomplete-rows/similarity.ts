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
  const values = Float64Array.from({ length: count }, (_, row) => cells[row * width + feature])
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (values.length === 0) return 1;
  const last = values.length - 1;
  const middle = values[Math.round(0.9 * last)] - values[Math.round(0.1 * last)];
  return middle || values[last] - values[0] || 1;
}

/** Writes the distance of each reference row in the features that the row has. */
export type DistanceMeter = (row: Float64Array, out: Float64Array) => void;

/** A feature of the reference rows: its few distinct values, and the number of the value in each row. */
interface CodedFeature {
  values: Float64Array;
  codes: Uint16Array;
}

/** Creates a distance meter. The difference from each value is measured once for all rows that have it. */
export function createDistanceMeter({ weights, scales }: Similarity, { count, cells }: ReferenceRows): DistanceMeter {
  const width = weights.length;
  const coded = Array.from(weights, (_, feature) =>
    codeFeature(Float64Array.from({ length: count }, (__, row) => cells[row * width + feature])),
  );
  const differences = new Float64Array(Math.max(0, ...coded.map(({ values }) => values.length)));
  return (row, out) => {
    out.fill(0);
    for (let feature = 0; feature < width; feature++) {
      const value = row[feature];
      if (Number.isNaN(value)) continue;
      const { values, codes } = coded[feature];
      for (let code = 0; code < values.length; code++)
        differences[code] = weights[feature] * differenceOf(value, values[code], scales[feature]);
      for (let place = 0; place < codes.length; place++) out[place] += differences[codes[place]];
    }
  };
}

/** Returns a difference from 0 to 1; a missing cell of the reference row counts as different. */
function differenceOf(value: number, other: number, scale: number): number {
  if (scale === 0) return Number(value !== other);
  const difference = Math.abs(other - value) / scale;
  return difference < 1 ? difference : 1;
}

function codeFeature(column: Float64Array): CodedFeature {
  const codeOf = new Map<number, number>();
  const codes = Uint16Array.from(column, (value) => {
    const code = codeOf.get(value) ?? codeOf.size;
    codeOf.set(value, code);
    return code;
  });
  return { values: Float64Array.from(codeOf.keys()), codes };
}
