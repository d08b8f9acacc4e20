import type { TreeFeature } from '@sibyl/engine/trees/state/binned-features.ts';

/** A table in memory. The first `trainCount` rows are for training, the rest are held out. */
export interface Dataset {
  name: string;
  /** `binary`: targets are 0 or 1. */
  task: 'binary' | 'regression';
  trainCount: number;
  features: readonly TreeFeature[];
  targets: Float64Array;
}

export function countRows({ targets }: Dataset): number {
  return targets.length;
}

/** Returns a cell as a number: NaN for a missing one, the code for a category. */
export function readCell(feature: TreeFeature, row: number): number {
  if (feature.kind === 'number') return feature.values[row];
  return feature.codes[row] < 0 ? Number.NaN : feature.codes[row];
}
