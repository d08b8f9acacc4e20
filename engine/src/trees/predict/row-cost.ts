import { countFeatures, type Forest } from '../forest/forest.ts';
import type { FeatureRows, LeafSetPlan } from './leaf-sets.ts';

/** Nanoseconds, fitted to forests of 8 to 31 leaves, 300 to 1,000 trees and 5 to 50 features. */
const tileCosts = { node: 2, feature: 200 };
/** Trees up to the usual depth cost the same; each level beyond it costs more. */
const walkCosts = { tree: 16, level: 3, usualDepth: 6 };
/** Lists of features with few values are shared by rows, or stay in the cache. */
const setCosts = { tree: 0.8, manyValues: 0.4, fewValues: 0.1 };
const fewValues = 16;
/** Trees whose depth is measured: a large model has millions of nodes. */
const mostMeasured = 200;

/** Returns the approximate nanoseconds to score a row by the sets that are planned, else by walks. */
export function rowCostOf(forest: Forest, plan: LeafSetPlan | undefined): number {
  if (plan) return forest.roots.length * costOfSets(plan);
  return costOfWalks(forest);
}

/**
 * Returns the number of rows from which on a tile, which visits every node of every tree, is quicker than rows by sets or
 * walks.
 */
export function fewestTileRowsOf(forest: Forest, plan: LeafSetPlan | undefined): number {
  const tile = tileCosts.node * forest.features.length + tileCosts.feature * countFeatures(forest);
  return tile / Math.max(1, forest.roots.length * (plan ? costOfSets(plan) : walkCosts.tree));
}

/** Returns the nanoseconds of a tree. */
function costOfSets({ featureRows }: LeafSetPlan): number {
  const isMany = ({ thresholds }: FeatureRows) => (thresholds?.length ?? 0) >= fewValues;
  return featureRows.reduce(
    (sum, rows) => sum + (isMany(rows) ? setCosts.manyValues : setCosts.fewValues),
    setCosts.tree,
  );
}

/** A single tree can be as deep as it has nodes; of many the cost of some is that of all. */
function costOfWalks({ roots, features, firstChildren }: Forest): number {
  const step = Math.ceil(roots.length / mostMeasured);
  let [cost, measured] = [0, 0];
  for (let tree = 0; tree < roots.length; tree += step) {
    const depth = depthOf(features, firstChildren, roots[tree], roots[tree + 1] ?? features.length);
    cost += walkCosts.tree + walkCosts.level * Math.max(0, depth - walkCosts.usualDepth);
    measured += 1;
  }
  return measured > 0 ? (cost * roots.length) / measured : 0;
}

/** Returns the depth of the tree whose nodes are `root .. end`. */
function depthOf(features: Int32Array, firstChildren: Int32Array, root: number, end: number): number {
  const depths = new Int32Array(end - root);
  let deepest = 0;
  for (let node = root; node < end; node++) {
    const depth = depths[node - root];
    if (depth > deepest) deepest = depth;
    if (features[node] < 0) continue;
    depths[firstChildren[node] - root] = depth + 1;
    depths[firstChildren[node] + 1 - root] = depth + 1;
  }
  return deepest;
}
