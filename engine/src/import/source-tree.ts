import type { TreeNode } from '../trees/forest/forest-builder.ts';

/** Thrown for a model file of another library that cannot be read or has unsupported features. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportError';
  }
}

/** A forest of another library; its raw scores are those before the objective's link function. */
export type SourceNode =
  | { isLeaf: true; value: number; cover: number }
  | {
      isLeaf: false;
      feature: number;
      /** Numbers up to this go left. */
      threshold: number;
      missingLeft: boolean;
      /** Category splits: 1 for each code that goes left, and last for missing. */
      leftBins: Uint8Array | undefined;
      left: number;
      right: number;
      cover: number;
      gain: number;
    };

function toTreeNode(node: SourceNode, firstChild: number): TreeNode {
  if (node.isLeaf) {
    return {
      feature: -1,
      threshold: 0,
      missingLeft: false,
      firstChild: 0,
      value: node.value,
      cover: node.cover,
      gain: 0,
    };
  }
  const { feature, threshold, missingLeft, leftBins, cover, gain } = node;
  const isNumber = leftBins === undefined;
  return {
    feature,
    threshold: isNumber ? threshold : 0,
    missingLeft: isNumber && missingLeft,
    ...(leftBins !== undefined && { leftBins }),
    firstChild,
    value: 0,
    cover,
    gain,
  };
}

/**
 * Lists a tree's nodes with children side by side behind their parents. `readNode` reads a node by the library's
 * number; more than `nodeCount` nodes mean that some are reached twice.
 */
export function listNodes(readNode: (index: number) => SourceNode, root: number, nodeCount: number): TreeNode[] {
  const order = [root];
  const nodes: TreeNode[] = [];
  for (let place = 0; place < order.length; place++) {
    if (order.length > nodeCount) throw new ImportError('A tree reaches one of its nodes twice.');
    const node = readNode(order[place]);
    nodes.push(toTreeNode(node, order.length));
    if (!node.isLeaf) order.push(node.left, node.right);
  }
  return nodes;
}

/**
 * Maximum number of codes in the sets of all category splits, because a small file could name more than fit in memory.
 */
const mostSetCodes = 2 ** 27;

/** Checks the memory needed by the sets of category splits; `splits` lists the feature of each such split of a tree. */
export function checkSetSizes(splits: readonly (readonly number[])[], codeCounts: readonly number[]): void {
  let codes = 0;
  for (const features of splits) for (const feature of features) codes += codeCounts[feature] + 1;
  if (codes > mostSetCodes) throw new ImportError('The category splits have too many codes between them.');
}

/** Raises the code count of each feature that a category split names; features beyond the list are an error. */
export function raiseCodeCount(counts: number[], feature: number, needed: number): void {
  const count = counts[feature];
  if (count === undefined) throw new ImportError(`There is no feature ${feature}.`);
  counts[feature] = Math.max(count, needed);
}
