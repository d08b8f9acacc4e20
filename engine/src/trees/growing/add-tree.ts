import { drawSubset } from '../../random.ts';
import type { ForestBuilder, TreeNode } from '../forest/forest-builder.ts';
import type { Loss } from '../losses/loss.ts';
import { chooseFeatures } from '../split/find-split.ts';
import { createSearch, type Split, type SplitSearch, solveValue } from '../split/split-search.ts';
import { chooseScale, sumBits } from '../state/fixed-point.ts';
import type { TreeSettings } from '../state/settings.ts';
import type { HistogramPool } from '../workspace/histogram-pool.ts';
import type { NodeSums } from '../workspace/node-sums.ts';
import { addLeaves, quantiseGradients } from '../workspace/shared-work.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type GrownNode, growTree } from './grow-tree.ts';
import { routeRows } from './route.ts';

/** The state of one training. */
export interface Boosting {
  readonly workspace: Workspace;
  readonly settings: TreeSettings;
  readonly loss: Loss;
  readonly trainRows: Int32Array;
  readonly validationRows: Int32Array;
  readonly pool: HistogramPool;
  readonly random: () => number;
  readonly builder: ForestBuilder;
}

/** The state of one training, with the learning rate of the round. */
interface Round extends Boosting {
  readonly rate: number;
}

/** Orders the workspace rows so that those drawn for a tree come first; returns their number. */
function drawRows({ workspace, settings, trainRows, validationRows, random }: Boosting): number {
  const { kernel, rows, givenRows, rowView } = workspace;
  kernel.copyBytes(rows, givenRows, (trainRows.length + validationRows.length) * 4);
  if (settings.rowFraction === 1) return trainRows.length;
  const drawn = drawSubset(trainRows.length, Math.max(1, Math.round(settings.rowFraction * trainRows.length)), random);
  const isDrawn = new Uint8Array(trainRows.length);
  for (const [place, index] of drawn.entries()) {
    rowView[place] = trainRows[index];
    isDrawn[index] = 1;
  }
  let place = drawn.length;
  trainRows.forEach((row, index) => {
    if (isDrawn[index] === 0) rowView[place++] = row;
  });
  return drawn.length;
}

function drawShare(from: Int32Array, share: number, random: () => number): Int32Array {
  if (share === 1) return from;
  const places = drawSubset(from.length, Math.max(1, Math.round(share * from.length)), random);
  return places.map((place) => from[place]);
}

/** Fills the cells of the drawn rows with quantised gradients, scaled by the sums of absolute values. */
function startTree(boosting: Boosting, output: number, count: number): { search: SplitSearch; root: NodeSums } {
  const { workspace, loss, settings, random } = boosting;
  const { countBits, sums } = workspace;
  loss.fillGradients(output, count);
  const gradientScale = chooseScale(sums[0], sumBits);
  // Hessian and count share 62 bits of a cell.
  const hessianScale = chooseScale(sums[1], Math.min(sumBits, 61 - countBits));
  const root = quantiseGradients(workspace, count, gradientScale, hessianScale);
  return { search: createSearch(workspace, settings, output, { gradientScale, hessianScale }, random), root };
}

function solveLeaf({ loss, settings, workspace, rate: own }: Round, search: SplitSearch, node: GrownNode): number {
  const rate = settings.mode === 'boost' ? own : 1;
  if (loss.solveLeaf !== undefined) {
    return rate * loss.solveLeaf(workspace.rowView.subarray(node.start, node.start + node.sums.count));
  }
  if (node.sums.gradient === 0 || node.sums.hessian === 0) return 0;
  const value = solveValue(node.sums, search.l2, node.bounds);
  return (rate * value * search.hessianScale) / search.gradientScale;
}

/** Returns the threshold of a split; numbers up to it go left. */
function thresholdOf({ workspace }: Boosting, { feature, bin, leftBins }: Split): number {
  const binned = workspace.binned.features[feature];
  if (leftBins !== undefined || binned.kind !== 'number') return 0;
  return bin < binned.thresholds.length ? binned.thresholds[bin] : Number.POSITIVE_INFINITY;
}

function toTreeNode(boosting: Round, search: SplitSearch, node: GrownNode): TreeNode {
  const split = node.firstChild < 0 ? undefined : node.split;
  return {
    feature: split?.feature ?? -1,
    threshold: split ? thresholdOf(boosting, split) : 0,
    missingLeft: split !== undefined && split.leftBins === undefined && split.missingLeft,
    leftBins: split?.leftBins,
    firstChild: node.firstChild,
    value: split ? 0 : solveLeaf(boosting, search, node),
    cover: node.sums.count,
    gain: split ? (node.gain * search.hessianScale) / search.gradientScale ** 2 : 0,
  };
}

/** Adds leaf values to the scores of rows outside the tree's training rows, by routing them down the tree. */
function addToOthers(
  workspace: Workspace,
  nodes: readonly GrownNode[],
  tree: readonly TreeNode[],
  scores: number,
  weight: number,
  [place, start, count]: [number, number, number],
): void {
  const { kernel, rows } = workspace;
  const { split, firstChild } = nodes[place];
  if (count === 0) return;
  if (split === undefined || firstChild < 0) {
    kernel.addToScores(rows + start * 4, count, scores, tree[place].value * weight);
    return;
  }
  const left = routeRows(workspace, split, start, count);
  addToOthers(workspace, nodes, tree, scores, weight, [firstChild, start, left]);
  addToOthers(workspace, nodes, tree, scores, weight, [firstChild + 1, start + left, count - left]);
}

/** Grows one tree for one output, adds it to the forest, and adds its values to the scores. */
export function addTree(boosting: Round, output: number, round: number): void {
  const { workspace, pool, builder, trainRows, validationRows, settings, random } = boosting;
  const { scores, binned } = workspace;
  const drawn = drawRows(boosting);
  const { search, root } = startTree(boosting, output, drawn);
  const all = Int32Array.from(binned.features.keys());
  const features = drawShare(all, settings.featureFraction, random);
  const chosen = settings.nodeFeatureFraction === 1 ? chooseFeatures(search, features) : undefined;
  const chooseForNode = () =>
    chosen ?? chooseFeatures(search, drawShare(features, settings.nodeFeatureFraction, random));
  const nodes = growTree({ search, pool, chooseFeatures: chooseForNode }, root);
  const tree = nodes.map((node) => toTreeNode(boosting, search, node));
  const outputScores = scores + output * binned.rowCount * 8;
  if (settings.mode === 'boost') {
    const leaves = nodes.filter(({ firstChild }) => firstChild < 0);
    const leafRows = leaves.map(({ start, sums, place }) => ({ start, count: sums.count, value: tree[place].value }));
    addLeaves(workspace, leafRows, drawn, outputScores);
  }
  // Trees of a forest all start from the same scores: only validation rows move, to the mean of the trees so far.
  const [first, weight] = settings.mode === 'boost' ? [drawn, 1] : [trainRows.length, 1 / (round + 1)];
  const others = trainRows.length + validationRows.length - first;
  addToOthers(workspace, nodes, tree, outputScores, weight, [0, first, others]);
  builder.addTree(tree);
}
