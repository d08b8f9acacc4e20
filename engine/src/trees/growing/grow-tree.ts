import { type FeatureChoice, findSplit } from '../split/find-split.ts';
import {
  type Split,
  type SplitSearch,
  scoreSums,
  solveValue,
  subtractSums,
  type ValueBounds,
} from '../split/split-search.ts';
import type { HistogramPool } from '../workspace/histogram-pool.ts';
import type { NodeSums } from '../workspace/node-sums.ts';
import { sumHistograms } from '../workspace/shared-work.ts';
import { Heap } from './heap.ts';
import { routeRows } from './route.ts';

/** A node of a tree being grown; its rows are `workspace.rows[start .. start + sums.count)`. */
export interface GrownNode {
  readonly place: number;
  readonly sums: NodeSums;
  readonly start: number;
  readonly depth: number;
  readonly bounds: ValueBounds;
  /** Loss reduction of the best split, in scaled units. */
  gain: number;
  /** The best split found; applied only if `firstChild` is set. */
  split: Split | undefined;
  /** Index of the left child in the tree's list of nodes, followed by the right one; -1 for a leaf. */
  firstChild: number;
  histograms: number | undefined;
}

/** The context for growing one tree. */
export interface Growth {
  readonly search: SplitSearch;
  readonly pool: HistogramPool;
  /** Draws the features that a node may be split on. */
  chooseFeatures(): FeatureChoice;
}

function fillHistograms({ search }: Growth, node: GrownNode, histograms: number): void {
  sumHistograms(search.workspace, search.workspace.rows + node.start * 4, node.sums.count, histograms);
  node.histograms = histograms;
}

function dropHistograms({ pool }: Growth, node: GrownNode): void {
  if (node.histograms !== undefined) pool.giveBack(node.histograms);
  node.histograms = undefined;
}

/** Finds a node's best split and frees at least one slot of the pool. */
function searchNode(growth: Growth, node: GrownNode): void {
  const { search, pool } = growth;
  if (node.histograms === undefined) return;
  node.split = findSplit(search, node.histograms, growth.chooseFeatures(), node.sums, node.bounds);
  if (node.split !== undefined) {
    node.gain = node.split.score - scoreSums(node.sums, search.l2);
  }
  if (node.split === undefined || pool.free === 0) dropHistograms(growth, node);
}

function canSplit({ search }: Growth, { sums, depth }: GrownNode): boolean {
  return sums.count >= 2 * search.settings.minRowsPerLeaf && depth < search.settings.maxDepth;
}

/** Bounds of both children: at a constrained feature they meet between the children's values. */
function splitBounds({ search }: Growth, parent: GrownNode, split: Split, right: NodeSums): [ValueBounds, ValueBounds] {
  const direction = search.directions?.[split.feature] ?? 0;
  if (direction === 0) return [parent.bounds, parent.bounds];
  const { lower, upper } = parent.bounds;
  const values = solveValue(split.left, search.l2, parent.bounds) + solveValue(right, search.l2, parent.bounds);
  const low = { lower, upper: values / 2 };
  const high = { lower: values / 2, upper };
  return direction > 0 ? [low, high] : [high, low];
}

function createNode(place: number, sums: NodeSums, start: number, depth: number, bounds: ValueBounds): GrownNode {
  return { place, sums, start, depth, bounds, gain: 0, split: undefined, firstChild: -1, histograms: undefined };
}

/** Splits a node's rows and appends its two children to `nodes`. */
function divide(growth: Growth, nodes: GrownNode[], parent: GrownNode, split: Split): [GrownNode, GrownNode] {
  const { workspace } = growth.search;
  const { place, start, depth, sums } = parent;
  const leftCount = routeRows(workspace, split, start, sums.count);
  if (leftCount !== split.left.count) throw new Error(`Split of node ${place} moved ${leftCount} rows.`);
  const right = subtractSums(sums, split.left);
  const [leftBounds, rightBounds] = splitBounds(growth, parent, split, right);
  const children: [GrownNode, GrownNode] = [
    createNode(nodes.length, split.left, start, depth + 1, leftBounds),
    createNode(nodes.length + 1, right, start + leftCount, depth + 1, rightBounds),
  ];
  parent.firstChild = nodes.length;
  nodes.push(...children);
  return children;
}

/**
 * Computes the children's histograms: the smaller child's by summing, the larger one's by subtracting it from the
 * parent's.
 */
function searchChildren(growth: Growth, parent: GrownNode, children: [GrownNode, GrownNode]): void {
  const [smaller, larger] = children[0].sums.count <= children[1].sums.count ? children : [children[1], children[0]];
  if (!canSplit(growth, larger)) {
    dropHistograms(growth, parent);
    return;
  }
  const { kernel, cellCounts, binned } = growth.search.workspace;
  if (parent.histograms === undefined) {
    if (canSplit(growth, smaller)) {
      fillHistograms(growth, smaller, growth.pool.take());
      searchNode(growth, smaller);
    }
    fillHistograms(growth, larger, growth.pool.take());
    searchNode(growth, larger);
    return;
  }
  fillHistograms(growth, smaller, growth.pool.take());
  larger.histograms = parent.histograms;
  parent.histograms = undefined;
  kernel.subtractHistogram(larger.histograms, smaller.histograms ?? 0, cellCounts, binned.features.length);
  if (canSplit(growth, smaller)) searchNode(growth, smaller);
  else dropHistograms(growth, smaller);
  searchNode(growth, larger);
}

/**
 * Grows a tree over the first `root.count` rows of the workspace, best leaf first, until no split gains or there are
 * `maxLeaves`. Parents come before their children.
 */
export function growTree(growth: Growth, root: NodeSums): GrownNode[] {
  const { settings } = growth.search;
  const unbounded = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
  const first = createNode(0, root, 0, 0, unbounded);
  const nodes = [first];
  const open = new Heap<GrownNode>((a, b) => a.gain > b.gain || (a.gain === b.gain && a.place < b.place));
  if (canSplit(growth, first)) {
    fillHistograms(growth, first, growth.pool.take());
    searchNode(growth, first);
    open.push(first);
  }
  for (let leaves = 1; leaves < settings.maxLeaves; leaves++) {
    const node = open.pop();
    if (node?.split === undefined) break;
    const children = divide(growth, nodes, node, node.split);
    if (leaves + 1 === settings.maxLeaves) break;
    searchChildren(growth, node, children);
    for (const child of children) if (child.split !== undefined) open.push(child);
  }
  for (const node of nodes) dropHistograms(growth, node);
  return nodes;
}
