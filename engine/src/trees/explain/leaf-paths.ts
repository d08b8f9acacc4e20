import { countFeatures, type Forest } from '../forest/forest.ts';
import { goesLeft, readRow } from './goes-left.ts';

/**
 * The inputs on the path to each leaf. An input keeps its bit on all paths through the node that uses it first, so one
 * pass over the nodes gives every leaf's failed inputs.
 */
export interface LeafPaths {
  /** By splitting node, the bit of its input. */
  bits: Int32Array;
  /** Number of inputs on the path to each node. */
  counts: Int32Array;
  /** The inputs of leaf `node` in the order of their bits. */
  inputsOf(node: number): Int32Array;
  /** Writes for every node the bits of the inputs that the row fails. */
  fail(values: Float64Array, start: number, failed: Int32Array): void;
}

/** Bits of a 32-bit integer without its sign. */
const mostInputs = 31;

/** Undefined when the path to a leaf has more inputs than there are bits. `inputOf` gives the input of each feature. */
export function followLeaves(forest: Forest, inputOf: Int32Array): LeafPaths | undefined {
  const { features, firstChildren } = forest;
  const bits = new Int32Array(features.length);
  const counts = new Int32Array(features.length);
  const parents = new Int32Array(features.length).fill(-1);
  for (let node = 0; node < features.length; node++) {
    if (features[node] < 0) continue;
    const left = firstChildren[node];
    parents[left] = node;
    parents[left + 1] = node;
    bits[node] = earlierBit(node) ?? 1 << counts[node];
    const isNew = bits[node] === 1 << counts[node];
    counts[left] = counts[node] + (isNew ? 1 : 0);
    counts[left + 1] = counts[left];
    if (counts[left] > mostInputs) return undefined;
  }

  function earlierBit(node: number): number | undefined {
    const input = inputOf[features[node]];
    for (let above = parents[node]; above >= 0; above = parents[above])
      if (inputOf[features[above]] === input) return bits[above];
    return undefined;
  }

  function inputsOf(leaf: number): Int32Array {
    const inputs = new Int32Array(counts[leaf]);
    for (let node = parents[leaf]; node >= 0; node = parents[node])
      inputs[31 - Math.clz32(bits[node])] = inputOf[features[node]];
    return inputs;
  }

  const row = new Float64Array(countFeatures(forest));
  return {
    bits,
    counts,
    inputsOf,
    fail(values, start, failed) {
      readRow(forest, values, start, row);
      for (const root of forest.roots) failed[root] = 0;
      for (let node = 0; node < features.length; node++) {
        const feature = features[node];
        if (feature < 0) continue;
        const left = firstChildren[node];
        const missed = failed[node] | bits[node];
        const isLeft = goesLeft(forest, node, row[feature]);
        failed[left] = isLeft ? failed[node] : missed;
        failed[left + 1] = isLeft ? missed : failed[node];
      }
    },
  };
}
