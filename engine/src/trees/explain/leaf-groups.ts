import type { ExplainedLeaf } from './explained-leaf.ts';
import type { FeatureBox } from './leaf-boxes.ts';

/** Inputs whose sums the kernel adds at once. */
export const inputsAtOnce = 4;
/** Leaves that depend on more inputs than this are computed for each row. */
const mostInputs = 8;
/** Leaves that the kernel compares at once. */
export const lanes = 8;
/** Most bytes of tables and boxes; the leaves beyond are computed for each row. */
const mostBytes = 2 ** 25;

/** Highest rank in a box of the kernel, which has integers of 16 bits. */
export const highestRank = 32_767;

/** Leaves that read the same features, and so depend on the same inputs. */
export interface LeafGroup {
  features: readonly number[];
  inputs: Int32Array;
  leaves: ExplainedLeaf[];
}

/** Bytes of a table: what a leaf adds to some of its inputs, for each set of failed ones. */
export function tableBytes({ inputs }: Pick<LeafGroup, 'inputs'>): number {
  return 2 ** inputs.length * inputsAtOnce * 8;
}

/** Number of tables of a leaf. */
export function countParts({ inputs }: Pick<LeafGroup, 'inputs'>): number {
  return Math.ceil(inputs.length / inputsAtOnce);
}

/** Returns the groups whose tables are kept, and the leaves that are too many or depend on too much. */
export function groupLeaves(leaves: readonly ExplainedLeaf[]): { groups: LeafGroup[]; rest: ExplainedLeaf[] } {
  const groups = new Map<string, LeafGroup>();
  const rest: ExplainedLeaf[] = [];
  let bytes = 0;
  for (const leaf of leaves.toSorted((one, other) => one.inputs.length - other.inputs.length)) {
    const { inputs, boxes } = leaf;
    const features = boxes.map(({ feature }) => feature);
    const key = features.join();
    const group = groups.get(key) ?? { features, inputs, leaves: [] };
    const block = group.leaves.length % lanes === 0 ? blockBytes(boxes) : 0;
    const needed = countParts(leaf) * (tableBytes(leaf) + block);
    if (inputs.length > mostInputs || !boxes.every(isNarrow) || bytes + needed > mostBytes) {
      rest.push(leaf);
      continue;
    }
    bytes += needed;
    group.leaves.push(leaf);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], rest };
}

/** Returns the bytes of the boxes of a block: three rows of lanes for numbers, one for each bin of a category. */
function blockBytes(boxes: readonly FeatureBox[]): number {
  return boxes.reduce((sum, { set }) => sum + lanes * 2 * (set.length > 0 ? set.length * 32 : 3), 0);
}

/** Whether ranks above the highest one can be taken for it. */
function isNarrow({ low, high }: FeatureBox): boolean {
  return low < highestRank && (high < highestRank || high === Number.POSITIVE_INFINITY);
}
