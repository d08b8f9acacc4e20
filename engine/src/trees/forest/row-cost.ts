import type { Forest } from './forest.ts';

/** Nanoseconds of a tree that is scored by sets of leaves, and of each level of one that is walked. */
const [treeCost, levelCost] = [10, 3];
/** Trees up to this depth cost the same. */
const usualDepth = 6;

/** Returns the approximate nanoseconds to score a row: a single tree can be as deep as it has nodes. */
export function rowCostOf({ roots, features, firstChildren }: Forest): number {
  const depths = new Int32Array(features.length);
  let cost = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    const end = tree + 1 < roots.length ? roots[tree + 1] : features.length;
    let deepest = 0;
    for (let node = roots[tree]; node < end; node++) {
      if (depths[node] > deepest) deepest = depths[node];
      if (features[node] < 0) continue;
      depths[firstChildren[node]] = depths[node] + 1;
      depths[firstChildren[node] + 1] = depths[node] + 1;
    }
    cost += treeCost + levelCost * Math.max(0, deepest - usualDepth);
  }
  return cost;
}
