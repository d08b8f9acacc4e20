import { countFeatures, type Forest } from '../forest/forest.ts';
import type { FeatureBox, LeafBoxes } from './leaf-boxes.ts';
import type { LeafPaths } from './leaf-paths.ts';
import { compressBackground, type LeafBackground } from './leaf-shares.ts';

/** What one leaf depends on. */
export interface ExplainedLeaf {
  boxes: readonly FeatureBox[];
  /** The inputs on its path, ascending; each has a bit of this order. */
  inputs: Int32Array;
  background: LeafBackground;
}

/**
 * Reads all leaves that depend on anything; those that ask the same become one with the sum of their values, of which a
 * small table has very many. `background` is rows x features.
 */
export function readLeaves(
  forest: Forest,
  paths: LeafPaths,
  { boxesOf }: LeafBoxes,
  background: Float64Array,
): ExplainedLeaf[] {
  const failed = paths.failAll(background);
  const rows = background.length / countFeatures(forest);
  const leaves = new Map<string, ExplainedLeaf>();
  for (let node = 0; node < forest.features.length; node++) {
    if (forest.features[node] >= 0 || paths.counts[node] === 0) continue;
    const boxes = boxesOf(node);
    const key = keyOf(boxes);
    const same = leaves.get(key);
    if (same) same.background.value += forest.values[node];
    else leaves.set(key, readLeaf(node, boxes));
  }
  return [...leaves.values()];

  function readLeaf(node: number, boxes: FeatureBox[]): ExplainedLeaf {
    const own = paths.inputsOf(node);
    const inputs = own.toSorted();
    const order = Array.from(own, (input) => inputs.indexOf(input));
    const leaf = compressBackground(forest.values[node], failed.subarray(node * rows, (node + 1) * rows), own.length);
    const reordered = leaf.failed.map((word) => reorderBits(word, order));
    return { boxes, inputs, background: { ...leaf, failed: reordered } };
  }
}

function keyOf(boxes: readonly FeatureBox[]): string {
  let key = '';
  for (const { feature, low, high, passesMissing, set } of boxes)
    key += set.length > 0 ? `${feature}:${set.join()};` : `${feature}:${low}:${high}:${passesMissing};`;
  return key;
}

/** Returns the word whose bit `order[b]` is bit `b` of `word`. */
function reorderBits(word: number, order: readonly number[]): number {
  let reordered = 0;
  for (let bit = 0; bit < order.length; bit++) reordered |= ((word >>> bit) & 1) << order[bit];
  return reordered;
}
