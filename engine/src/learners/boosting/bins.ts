import type { Encoded } from '../../encoding/frame.ts';
import { binFeatures } from '../../trees/binning/bin-features.ts';
import type { BinnedFeatures, TreeFeature } from '../../trees/state/binned-features.ts';

const binnedOf = new WeakMap<Encoded, BinnedFeatures>();

/** Returns the bins of encoded rows, computed once and shared by all trainings on them. */
export function binsOf(encoded: Encoded): BinnedFeatures {
  const known = binnedOf.get(encoded);
  if (known) return known;
  const features = { length: encoded.features.length, [Symbol.iterator]: () => treeFeatures(encoded) };
  const binned = binFeatures(features, encoded.columns[0]?.length ?? 0);
  binnedOf.set(encoded, binned);
  return binned;
}

/** Registers the bins of rows whose columns are not kept. */
export function keepBins(encoded: Encoded, binned: BinnedFeatures): void {
  binnedOf.set(encoded, binned);
}

/** Yields features one at a time, because categories are copied. */
export function* treeFeatures({ features, columns }: Encoded): Generator<TreeFeature> {
  for (const [index, { name, categories }] of features.entries()) yield treeFeature(name, categories, columns[index]);
}

function treeFeature(name: string, categories: number, values: Float64Array): TreeFeature {
  if (categories === 0) return { name, kind: 'number', values };
  const codes = Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : value));
  return { name, kind: 'category', codes, categoryCount: categories };
}
