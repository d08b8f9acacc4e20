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
  /** Returns nodes x rows: the bits of the inputs that each row (of rows x features) fails on its way to each node. */
  failAll(rows: Float64Array): Int32Array;
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

  function failAll(rows: Float64Array): Int32Array {
    const values = readRows(forest, rows);
    const count = rows.length / countFeatures(forest);
    const failed = new Int32Array(features.length * count);
    for (let node = 0; node < features.length; node++) {
      if (features[node] < 0) continue;
      const [from, own] = [node * count, features[node] * count];
      const left = firstChildren[node] * count;
      const right = left + count;
      for (let row = 0; row < count; row++) {
        const before = failed[from + row];
        const missed = before | bits[node];
        const isLeft = goesLeft(forest, node, values[own + row]);
        failed[left + row] = isLeft ? before : missed;
        failed[right + row] = isLeft ? missed : before;
      }
    }
    return failed;
  }

  return { bits, counts, inputsOf, failAll };
}

/** Returns features x rows, with categories as their bins. */
function readRows(forest: Forest, rows: Float64Array): Float64Array {
  const width = countFeatures(forest);
  const count = rows.length / width;
  const values = new Float64Array(rows.length);
  const row = new Float64Array(width);
  for (let at = 0; at < count; at++) {
    readRow(forest, rows, at * width, row);
    for (let feature = 0; feature < width; feature++) values[feature * count + at] = row[feature];
  }
  return values;
}
