import type { Arena } from './arena.ts';

/** One input column of a forest, one entry a row. */
export type TreeFeature =
  /** NaN is a missing value. */
  | { name: string; kind: 'number'; values: Float64Array }
  /** Codes 0..categoryCount-1; -1 is a missing value. */
  | { name: string; kind: 'category'; codes: Int32Array; categoryCount: number };

/** How one feature is cut into bins. Bins 0..binCount-1 hold known values, bin `binCount` the missing ones. */
export type BinnedFeature =
  /** Upper edges of all bins but the last. */
  | { name: string; kind: 'number'; binCount: number; thresholds: Float64Array }
  /** Bin of each code; a code that no row has is in the missing bin. */
  | { name: string; kind: 'category'; binCount: number; bins: Uint8Array };

/** Up to 32 features whose bins are stored row by row, so that one row's bins share a cache line. */
export interface FeatureBlock {
  firstFeature: number;
  width: number;
  address: number;
}

/** A table cut into bins, one byte a cell, in memory that the kernel reads. Made once, used for every training on it. */
export interface BinnedFeatures {
  readonly rowCount: number;
  readonly features: readonly BinnedFeature[];
  readonly arena: Arena;
  /** The bins row by row, for histograms. */
  readonly blocks: readonly FeatureBlock[];
  /** The bins column by column, rowCount bytes a feature, for partitioning rows. */
  readonly columns: number;
}

/**
 * Columns one at a time: an array, or an iterable that may reuse buffers, so that a table need not be in memory as a
 * whole.
 */
export type FeatureList = Iterable<TreeFeature> & { readonly length: number };
