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

/** Reads all leaves that depend on anything. `background` is rows x features. */
export function readLeaves(
  forest: Forest,
  paths: LeafPaths,
  { boxesOf }: LeafBoxes,
  background: Float64Array,
): ExplainedLeaf[] {
  const width = countFeatures(forest);
  const failed = Array.from({ length: Math.floor(background.length / width) }, (_, row) => {
    const nodes = new Int32Array(forest.features.length);
    paths.fail(background, row * width, nodes);
    return nodes;
  });
  const leaves = Int32Array.from(forest.features.keys()).filter(
    (node) => forest.features[node] < 0 && paths.counts[node] > 0,
  );
  return Array.from(leaves, (node) => {
    const own = paths.inputsOf(node);
    const inputs = own.toSorted();
    const order = Array.from(own, (input) => inputs.indexOf(input));
    const masks = Int32Array.from(failed, (nodes) => reorderBits(nodes[node], order));
    return { boxes: boxesOf(node), inputs, background: compressBackground(forest.values[node], masks) };
  });
}

/** Returns the word whose bit `order[b]` is bit `b` of `word`. */
function reorderBits(word: number, order: readonly number[]): number {
  let reordered = 0;
  for (const [bit, place] of order.entries()) reordered |= ((word >>> bit) & 1) << place;
  return reordered;
}
