/**
 * Trees as flat arrays: immutable, serialisable as named tensors. Nodes of all trees form one list; the children of a
 * node follow it side by side. Tree t adds to output t % outputs.
 */
export interface Forest {
  /** Raw score of every output before the first tree; its length is the number of outputs. */
  readonly initialScores: Float64Array;
  /** First node of each tree. */
  readonly roots: Int32Array;
  /** Feature that a node splits on; -1 for a leaf. */
  readonly features: Int32Array;
  /** Numbers up to this go left; 0 for leaves and category splits, Infinity when only missing values go right. */
  readonly thresholds: Float64Array;
  /** The left child; the right one is the next node; 0 for leaves. */
  readonly firstChildren: Int32Array;
  /** 1 if missing numbers go left. */
  readonly missingLeft: Uint8Array;
  /** Category splits: first word of the node's set in `categoryWords`; else -1. */
  readonly categorySets: Int32Array;
  /** Bit b of a set is 1 if category bin b goes left; bit `categoryBinCounts[feature]` stands for missing and unseen. */
  readonly categoryWords: Uint32Array;
  /** Per feature, its number of category bins; 0 for numbers. Its length is the number of features. */
  readonly categoryBinCounts: Int32Array;
  /** Per feature, where its codes' bins start in `codeBins`; one entry more for the end. */
  readonly codeOffsets: Int32Array;
  /** Bin of each category code. */
  readonly codeBins: Uint16Array;
  /** Leaf values, with the learning rate applied; 0 for splits. */
  readonly values: Float64Array;
  /** Training rows that reached the node. */
  readonly covers: Float64Array;
  /** Reduction of the training loss by the node's split; 0 for leaves. */
  readonly gains: Float64Array;
}

export function countOutputs(forest: Forest): number {
  return forest.initialScores.length;
}

export function countFeatures(forest: Forest): number {
  return forest.categoryBinCounts.length;
}

/** Returns the number of 32-bit words in a set of a feature's category bins and the missing bin. */
export function countSetWords(categoryBinCount: number): number {
  return (categoryBinCount + 32) >>> 5;
}

/** Returns the boosted forest of the first `rounds` rounds (a tree per output each). */
export function truncateForest(forest: Forest, rounds: number): Forest {
  const trees = rounds * countOutputs(forest);
  if (trees >= forest.roots.length) return forest;
  const nodes = forest.roots[trees];
  return {
    ...forest,
    roots: forest.roots.slice(0, trees),
    features: forest.features.slice(0, nodes),
    thresholds: forest.thresholds.slice(0, nodes),
    firstChildren: forest.firstChildren.slice(0, nodes),
    missingLeft: forest.missingLeft.slice(0, nodes),
    categorySets: forest.categorySets.slice(0, nodes),
    values: forest.values.slice(0, nodes),
    covers: forest.covers.slice(0, nodes),
    gains: forest.gains.slice(0, nodes),
  };
}

/** Returns the forest whose score is the mean over its rounds instead of their sum. */
export function averageTrees(forest: Forest): Forest {
  const rounds = forest.roots.length / countOutputs(forest);
  return { ...forest, values: forest.values.map((value) => value / rounds) };
}

/** Returns the sum of the gains of the splits of each feature. */
export function sumGains(forest: Forest): Float64Array {
  const sums = new Float64Array(countFeatures(forest));
  forest.features.forEach((feature, node) => {
    if (feature >= 0) sums[feature] += forest.gains[node];
  });
  return sums;
}
