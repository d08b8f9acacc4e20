import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import { goesLeft, readRow } from './goes-left.ts';
import { FeaturePath } from './path.ts';

/** Returns the number of splits on the longest path down from each node. */
function measureHeights({ features, firstChildren }: Forest): Int32Array {
  const heights = new Int32Array(features.length);
  for (let node = features.length - 1; node >= 0; node--) {
    if (features[node] < 0) continue;
    heights[node] = 1 + Math.max(heights[firstChildren[node]], heights[firstChildren[node] + 1]);
  }
  return heights;
}

/** Returns for each node the mean of the leaf values below it, weighted by training rows. */
function meanValues({ features, firstChildren, values, covers }: Forest): Float64Array {
  const means = values.slice();
  for (let node = features.length - 1; node >= 0; node--) {
    if (features[node] < 0) continue;
    const left = firstChildren[node];
    const share = covers[node] > 0 ? covers[left] / covers[node] : 0.5;
    means[node] = share * means[left] + (1 - share) * means[left + 1];
  }
  return means;
}

/**
 * Prepares exact path-dependent TreeSHAP contributions. The returned function explains one row (values as for
 * `scoreRows`): it writes outputs x (features + 1) numbers, per output each feature's contribution to the raw score and
 * last the score of an unknown row; they add up to the raw score.
 */
export function createExplainer(forest: Forest): (values: Float64Array, out: Float64Array) => void {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const heights = measureHeights(forest);
  const means = meanValues(forest);
  const path = new FeaturePath(heights.reduce((highest, height) => Math.max(highest, height), 0));
  const row = new Float64Array(width);
  let sums: Float64Array = new Float64Array(width);

  function addLeaf(start: number, last: number, value: number): void {
    for (let entry = 1; entry <= last; entry++) {
      const difference = path.knownShares[start + entry] - path.unknownShares[start + entry];
      sums[path.features[start + entry]] += path.sumWithout(start, last, entry) * difference * value;
    }
  }

  /** `last` is the place in the path that this node's entry takes. */
  function descend(node: number, parent: number, last: number, unknown: number, known: number, from: number): void {
    const start = parent + last;
    path.copy(parent, start, last);
    path.extend(start, last, unknown, known, from);
    const feature = forest.features[node];
    if (feature < 0) {
      addLeaf(start, last, forest.values[node]);
      return;
    }
    // A repeated feature counts once: its earlier entry is removed and merged into the new one.
    const before = path.features.subarray(start + 1, start + last + 1).indexOf(feature) + 1;
    const earlierUnknown = before > 0 ? path.unknownShares[start + before] : 1;
    const earlierKnown = before > 0 ? path.knownShares[start + before] : 1;
    if (before > 0) path.unwind(start, last, before);
    const next = before > 0 ? last : last + 1;
    const left = forest.firstChildren[node];
    const isLeft = goesLeft(forest, node, row[feature]);
    for (const child of [left, left + 1]) {
      const share = forest.covers[node] > 0 ? forest.covers[child] / forest.covers[node] : 0.5;
      const isTaken = (child === left) === isLeft;
      descend(child, start, next, share * earlierUnknown, isTaken ? earlierKnown : 0, feature);
    }
  }

  return (values, out) => {
    readRow(forest, values, 0, row);
    out.fill(0, 0, outputs * (width + 1));
    for (let output = 0; output < outputs; output++) out[output * (width + 1) + width] = forest.initialScores[output];
    for (const [tree, root] of forest.roots.entries()) {
      const first = (tree % outputs) * (width + 1);
      sums = out.subarray(first, first + width);
      out[first + width] += means[root];
      descend(root, 0, 0, 1, 1, -1);
    }
  };
}
