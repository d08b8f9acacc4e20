import { type LeafBackground, shareLeaf } from './leaf-shares.ts';

/** Leaves that depend on more inputs than this are computed for each row. */
const mostInputs = 8;
/** Kept values, about 8 MB. */
const mostValues = 2 ** 20;
/** What one leaf depends on. */
export interface ExplainedLeaf {
  background: LeafBackground;
  /** The inputs on its path, in the order of their bits. */
  inputs: Int32Array;
}

/** What leaves add for sets of failed inputs, computed once for each set. */
export interface KeptShares {
  /** Adds what all leaves add, to `sums` by input, for the inputs that a row fails at each. */
  addAll(failed: Int32Array, sums: Float64Array): void;
}

export function keepShares(leaves: readonly ExplainedLeaf[]): KeptShares {
  const counts = Int32Array.from(leaves, ({ inputs }) => inputs.length);
  const firstInputs = new Int32Array(leaves.length);
  const inputs = Int32Array.from(leaves.flatMap((leaf) => Array.from(leaf.inputs)));
  /** By leaf, where it is told of each set whether its values are known, and its first value; -1 where none are kept. */
  const firstStates = new Int32Array(leaves.length).fill(-1);
  const firstValues = new Int32Array(leaves.length);
  let [stateCount, valueCount, inputCount] = [0, 0, 0];
  for (const [leaf, count] of counts.entries()) {
    firstInputs[leaf] = inputCount;
    inputCount += count;
    const sets = 2 ** count;
    if (count > mostInputs || valueCount + sets * count > mostValues) continue;
    firstStates[leaf] = stateCount;
    firstValues[leaf] = valueCount;
    stateCount += sets;
    valueCount += sets * count;
  }
  const isKnown = new Uint8Array(stateCount);
  const values = new Float64Array(valueCount);
  const scratch = new Float64Array(Math.max(0, ...counts));

  function add(leaf: number, from: Float64Array, at: number, sums: Float64Array): void {
    const first = firstInputs[leaf];
    for (let bit = 0; bit < counts[leaf]; bit++) sums[inputs[first + bit]] += from[at + bit];
  }

  function addUnknown(leaf: number, failed: number, sums: Float64Array): void {
    const count = counts[leaf];
    const isKept = firstStates[leaf] >= 0;
    const at = isKept ? firstValues[leaf] + failed * count : 0;
    const into = isKept ? values.subarray(at, at + count) : scratch;
    // Leaves that are not reached add zeros: a branch would be mispredicted as often as it is taken.
    if (!shareLeaf(leaves[leaf].background, failed, count, into)) into.fill(0);
    if (isKept) isKnown[firstStates[leaf] + failed] = 1;
    add(leaf, into, 0, sums);
  }

  return {
    addAll(failed, sums) {
      for (let leaf = 0; leaf < failed.length; leaf++) {
        const start = firstStates[leaf];
        if (start < 0 || isKnown[start + failed[leaf]] === 0) addUnknown(leaf, failed[leaf], sums);
        else add(leaf, values, firstValues[leaf] + failed[leaf] * counts[leaf], sums);
      }
    },
  };
}
