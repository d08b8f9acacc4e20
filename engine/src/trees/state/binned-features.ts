import type { Arena } from './arena.ts';

/** One input column of a forest, with one entry for each row. */
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

/** Up to 32 features whose bins are stored row by row, so that the bins of a row share a cache line. */
export interface FeatureBlock {
  firstFeature: number;
  width: number;
  address: number;
}

/**
 * A table cut into bins, one byte per cell, in memory that the kernel reads. It is made once and used for every
 * training on the table.
 */
export interface BinnedFeatures {
  readonly rowCount: number;
  readonly features: readonly BinnedFeature[];
  readonly arena: Arena;
  /** The bins row by row, for histograms. */
  readonly blocks: readonly FeatureBlock[];
  /**
   * The bins column by column as well, rowCount bytes for each feature, for partitioning rows; 0 for a very large
   * table, where partitioning reads the blocks: growing takes half as long again, and the bins half of the memory.
   */
  readonly columns: number;
}

/** The bins of one feature: the address of the first row's, and the bytes from one row to the next. */
export interface BinColumn {
  address: number;
  stride: number;
}

export function columnOf(
  { columns, blocks, rowCount }: Pick<BinnedFeatures, 'columns' | 'blocks' | 'rowCount'>,
  feature: number,
): BinColumn {
  if (columns !== 0) return { address: columns + feature * rowCount, stride: 1 };
  const block = blocks.findLast(({ firstFeature }) => firstFeature <= feature);
  if (block === undefined) throw new RangeError(`There are no bins of feature ${feature}.`);
  return { address: block.address + feature - block.firstFeature, stride: block.width };
}

/**
 * The columns, one at a time: an array, or an iterable that may reuse buffers, so that the whole table need not be in
 * memory.
 */
export type FeatureList = Iterable<TreeFeature> & { readonly length: number };
