import { countFeatures, type Forest } from '../forest/forest.ts';
import { readRow } from './goes-left.ts';
import { type ExplainedLeaf, keepShares } from './kept-shares.ts';
import { boxLeaves } from './leaf-boxes.ts';
import { followLeaves, type LeafPaths } from './leaf-paths.ts';
import { compressBackground } from './leaf-shares.ts';

/**
 * Exact interventional TreeSHAP (Lundberg et al. 2020) for a forest of one output: unknown inputs take their cells from
 * the rows of `background`. A leaf's contribution for each set of failed inputs is cached (after Zern et al. 2023).
 * Undefined for trees with too many inputs.
 */
export function explainOverBackground(
  forest: Forest,
  background: Float64Array,
  inputOf: Int32Array,
): ((row: Float64Array, weight: number, out: Float64Array, start: number) => void) | undefined {
  const paths = followLeaves(forest, inputOf);
  if (!paths) return undefined;
  const boxes = boxLeaves(forest, paths);
  const shares = keepShares(readLeaves(forest, paths, boxes.leaves, background));
  const failed = new Int32Array(boxes.leaves.length);
  const row = new Float64Array(countFeatures(forest));
  const sums = new Float64Array(Math.max(0, ...inputOf) + 1);
  return (values, weight, out, start) => {
    readRow(forest, values, 0, row);
    boxes.fail(row, failed);
    sums.fill(0);
    shares.addAll(failed, sums);
    for (let input = 0; input < sums.length; input++) out[start + input] += weight * sums[input];
  };
}

function readLeaves(forest: Forest, paths: LeafPaths, leaves: Int32Array, background: Float64Array): ExplainedLeaf[] {
  const width = countFeatures(forest);
  const failed = Array.from({ length: Math.floor(background.length / width) }, (_, row) => {
    const nodes = new Int32Array(forest.features.length);
    paths.fail(background, row * width, nodes);
    return nodes;
  });
  return Array.from(leaves, (node) => ({
    background: compressBackground(
      forest.values[node],
      Int32Array.from(failed, (nodes) => nodes[node]),
    ),
    inputs: paths.inputsOf(node),
  }));
}
