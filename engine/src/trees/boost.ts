import type { BinnedFeatures } from './features.ts';
import { chooseScale, sumBits } from './fixed-point.ts';
import { type Forest, truncateForest } from './forest.ts';
import { codingOf, ForestBuilder, type TreeNode } from './forest-builder.ts';
import { type GrownNode, growTree } from './grow.ts';
import { createHistogramPool, type HistogramPool } from './histogram-pool.ts';
import { readCell } from './kernel/cell.ts';
import type { Kernel } from './kernel/kernel.ts';
import { createWasmKernel } from './kernel/wasm.ts';
import { createLoss } from './losses/create.ts';
import type { Loss } from './losses/loss.ts';
import { checkObjective, type Objective } from './objective.ts';
import { createRandom, drawSubset } from './random.ts';
import { routeRows } from './route.ts';
import { resolveSettings, type TreeSettings } from './settings.ts';
import { createSearch, type SplitSearch, solveValue } from './split/search.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

export interface BoostHooks {
  /** Called after every round (counted from 0) with the mean validation loss, NaN without validation rows. */
  onRound?: (round: number, validationLoss: number) => 'stop' | undefined;
  /** Makes the inner loops; the default is the fastest. */
  createKernel?: (memory: WebAssembly.Memory) => Kernel;
}

export interface BoostResult {
  forest: Forest;
  /** Rounds in the forest: with early stopping those up to the best validation loss, else all that were grown. */
  bestRound: number;
  /** Mean validation loss after each round; empty without validation rows. */
  validationLosses: number[];
}

/** One training under way. */
interface Boosting {
  readonly workspace: Workspace;
  readonly settings: TreeSettings;
  readonly loss: Loss;
  readonly trainRows: Int32Array;
  readonly validationRows: Int32Array;
  readonly pool: HistogramPool;
  readonly random: () => number;
  readonly builder: ForestBuilder;
}

/** Puts the rows drawn for one tree first into the workspace, then the rest; returns how many were drawn. */
function drawRows({ workspace, settings, trainRows, validationRows, random }: Boosting): number {
  const { rowView } = workspace;
  rowView.set(trainRows);
  rowView.set(validationRows, trainRows.length);
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

function chooseFeatures({ workspace, settings, random }: Boosting): Int32Array {
  const total = workspace.binned.features.length;
  return drawSubset(total, Math.max(1, Math.round(settings.featureFraction * total)), random);
}

/** Fills the cells of the drawn rows with quantised gradients; the sums of absolute values set the tree's scales. */
function startTree(boosting: Boosting, output: number, count: number): SplitSearch {
  const { workspace, loss, settings, random } = boosting;
  const { kernel, rows, cells, countBits, total, sumView } = workspace;
  loss.fillGradients(output, count);
  const gradientScale = chooseScale(sumView[0], sumBits);
  // Hessian and count share 62 bits of a cell.
  const hessianScale = chooseScale(sumView[1], Math.min(sumBits, 61 - countBits));
  kernel.quantiseGradients(rows, count, cells, gradientScale, hessianScale, countBits, total);
  return createSearch(workspace, settings, { gradientScale, hessianScale }, random);
}

function solveLeaf({ loss, settings, workspace }: Boosting, search: SplitSearch, node: GrownNode): number {
  if (loss.solveLeaf !== undefined) {
    return settings.learningRate * loss.solveLeaf(workspace.rowView.subarray(node.start, node.start + node.sums.count));
  }
  if (node.sums.gradient === 0 || node.sums.hessian === 0) return 0;
  const value = solveValue(node.sums, search.l2, node.bounds);
  return (settings.learningRate * value * search.hessianScale) / search.gradientScale;
}

function toTreeNode(boosting: Boosting, search: SplitSearch, node: GrownNode): TreeNode {
  const { split, firstChild, sums } = node;
  const common = { firstChild, cover: sums.count };
  if (split === undefined || firstChild < 0) {
    const value = solveLeaf(boosting, search, node);
    return { ...common, feature: -1, threshold: 0, missingLeft: false, value, gain: 0 };
  }
  const { feature, bin, leftBins, missingLeft } = split;
  const binnedFeature = boosting.workspace.binned.features[feature];
  const gain = (node.gain * search.hessianScale) / search.gradientScale ** 2;
  if (leftBins !== undefined) {
    return { ...common, feature, threshold: 0, missingLeft: false, leftBins, value: 0, gain };
  }
  const thresholds = binnedFeature.kind === 'number' ? binnedFeature.thresholds : [];
  const threshold = bin < thresholds.length ? thresholds[bin] : Number.POSITIVE_INFINITY;
  return { ...common, feature, threshold, missingLeft, value: 0, gain };
}

/** Adds leaf values to the scores of rows that the tree was not grown on, moving them down the tree. */
function addToOthers(
  workspace: Workspace,
  nodes: readonly GrownNode[],
  tree: readonly TreeNode[],
  output: number,
  [place, start, count]: [number, number, number],
): void {
  const { kernel, rows, scores, binned } = workspace;
  const { split, firstChild } = nodes[place];
  if (count === 0) return;
  if (split === undefined || firstChild < 0) {
    kernel.addToScores(rows + start * 4, count, scores + output * binned.rowCount * 8, tree[place].value);
    return;
  }
  const left = routeRows(workspace, split, start, count);
  addToOthers(workspace, nodes, tree, output, [firstChild, start, left]);
  addToOthers(workspace, nodes, tree, output, [firstChild + 1, start + left, count - left]);
}

function addTree(boosting: Boosting, output: number): void {
  const { workspace, pool, builder, trainRows, validationRows } = boosting;
  const { kernel, rows, scores, binned, countBits, total } = workspace;
  const drawn = drawRows(boosting);
  const search = startTree(boosting, output, drawn);
  const features = chooseFeatures(boosting);
  const root = readCell(search.words, total / 4, countBits);
  const nodes = growTree({ search, pool, chooseFeatures: () => features }, root);
  const tree = nodes.map((node) => toTreeNode(boosting, search, node));
  for (const { firstChild, start, sums, place } of nodes) {
    if (firstChild >= 0) continue;
    kernel.addToScores(rows + start * 4, sums.count, scores + output * binned.rowCount * 8, tree[place].value);
  }
  addToOthers(workspace, nodes, tree, output, [0, drawn, trainRows.length + validationRows.length - drawn]);
  builder.addTree(tree);
}

function runRounds(boosting: Boosting, hooks: BoostHooks): { bestRound: number; validationLosses: number[] } {
  const { settings, loss, trainRows, validationRows } = boosting;
  const validationLosses: number[] = [];
  let best = { loss: Number.POSITIVE_INFINITY, rounds: 0 };
  for (let round = 0; round < settings.rounds; round++) {
    loss.beginRound?.(trainRows);
    for (let output = 0; output < loss.outputs; output++) addTree(boosting, output);
    const validationLoss = validationRows.length > 0 ? loss.measure(validationRows) : Number.NaN;
    if (validationRows.length > 0) validationLosses.push(validationLoss);
    if (settings.earlyStoppingRounds === 0 || validationRows.length === 0) best = { loss: 0, rounds: round + 1 };
    else if (validationLoss < best.loss) best = { loss: validationLoss, rounds: round + 1 };
    const isStale = round + 1 - best.rounds >= settings.earlyStoppingRounds && settings.earlyStoppingRounds > 0;
    if (hooks.onRound?.(round, validationLoss) === 'stop' || isStale) break;
  }
  return { bestRound: best.rounds, validationLosses };
}

/**
 * Trains gradient-boosted trees on some rows of a binned table. Synchronous.
 * The same input and seed give the same forest byte for byte. Throws a RangeError naming what cannot be learned from.
 */
export function trainForest(
  binned: BinnedFeatures,
  objective: Objective,
  given: Partial<TreeSettings> = {},
  hooks: BoostHooks = {},
): BoostResult {
  checkObjective(objective, binned.rowCount);
  const settings = resolveSettings(given, binned.features.length);
  const mark = binned.arena.mark();
  try {
    const { trainRows, validationRows = new Int32Array(0), classCount = 1 } = objective;
    const kernel = (hooks.createKernel ?? createWasmKernel)(binned.arena.memory);
    const workspace = createWorkspace(binned, objective, objective.loss === 'softmax' ? classCount : 1, kernel);
    const loss = createLoss(workspace, objective);
    const initialScores = loss.chooseStart(trainRows);
    for (const [output, score] of initialScores.entries()) {
      workspace.scoreView.fill(score, output * binned.rowCount, (output + 1) * binned.rowCount);
    }
    const pool = createHistogramPool(binned, Math.min(settings.maxLeaves, Math.ceil(trainRows.length / 2) + 2));
    const builder = new ForestBuilder(binned.features.map(codingOf));
    const random = createRandom(settings.seed);
    const boosting = { workspace, settings, loss, trainRows, validationRows, pool, random, builder };
    const { bestRound, validationLosses } = runRounds(boosting, hooks);
    return { forest: truncateForest(builder.build(initialScores), bestRound), bestRound, validationLosses };
  } finally {
    binned.arena.release(mark);
  }
}
