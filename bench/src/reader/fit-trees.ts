import { binFeatures } from '@sibyl/engine/trees/binning/bin-features.ts';
import type { Forest } from '@sibyl/engine/trees/forest/forest.ts';
import { trainForest } from '@sibyl/engine/trees/growing/boost.ts';

/** Rows that trees learn from. */
export interface Rows {
  /** Of the columns. */
  names: readonly string[];
  features: ArrayLike<number>[];
  right: number[];
  weights: number[];
  folds: number[];
}

export interface Settings {
  rounds: number;
  maxLeaves: number;
  learningRate: number;
}

/** Boosted trees for the probability that a row is right; one fold may be left out. */
export function fitTrees(
  { names, features, right, weights, folds }: Rows,
  leftOut: number,
  settings: Settings,
): Forest {
  const columns = names.map((name, at) => ({
    name,
    kind: 'number' as const,
    values: Float64Array.from(features, (row) => row[at]),
  }));
  const binned = binFeatures(columns, features.length, { maxBins: 127 });
  const trainRows = Int32Array.from(folds.flatMap((fold, row) => (fold === leftOut ? [] : [row])));
  const targets = Float64Array.from(right);
  const objective = { loss: 'logistic', targets, weights: Float64Array.from(weights), trainRows } as const;
  const regularised = { minRowsPerLeaf: 60, l2: 2, featureFraction: 0.5, rowFraction: 0.7 };
  return trainForest(binned, objective, { ...settings, ...regularised }).forest;
}
