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

/** Rows of which the right ones should come first in their group: the candidates of a question. */
export interface RankedRows extends Rows {
  /** The number of each row's group, from 0 on. */
  groups: number[];
}

export interface Settings {
  rounds: number;
  maxLeaves: number;
  learningRate: number;
}

const regularised = { minRowsPerLeaf: 60, l2: 2, featureFraction: 0.5, rowFraction: 0.7 };

/** Boosted trees for the probability that a row is right; one fold may be left out. */
export function fitTrees(rows: Rows, leftOut: number, settings: Settings): Forest {
  const trainRows = rowsWhere(rows, (row) => rows.folds[row] !== leftOut);
  const objective = { loss: 'logistic', ...taughtBy(rows), trainRows } as const;
  return trainForest(binsOf(rows), objective, { ...settings, ...regularised }).forest;
}

/** Boosted trees whose scores put a right row first in its group; one fold may be left out. */
export function fitRanking(rows: RankedRows, leftOut: number, settings: Settings): Forest {
  const answered = new Set(rows.groups.filter((_, row) => rows.right[row] === 1));
  const trainRows = rowsWhere(rows, (row) => rows.folds[row] !== leftOut && answered.has(rows.groups[row]));
  const objective = {
    loss: 'ranking',
    groups: Int32Array.from(rows.groups),
    ...taughtBy(rows),
    trainRows,
  } as const;
  return trainForest(binsOf(rows), objective, { ...settings, ...regularised }).forest;
}

function binsOf({ names, features }: Rows) {
  const columns = names.map((name, at) => ({
    name,
    kind: 'number' as const,
    values: Float64Array.from(features, (row) => row[at]),
  }));
  return binFeatures(columns, features.length, { maxBins: 127 });
}

function rowsWhere({ features }: Rows, test: (row: number) => boolean): Int32Array {
  return Int32Array.from(features.flatMap((_, row) => (test(row) ? [row] : [])));
}

function taughtBy({ right, weights }: Rows) {
  return { targets: Float64Array.from(right), weights: Float64Array.from(weights) };
}
