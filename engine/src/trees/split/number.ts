import { readCell } from '../kernel/cell.ts';
import type { NodeSums } from '../workspace/node-sums.ts';
import {
  isLargeEnough,
  type Split,
  type SplitSearch,
  type SplitTask,
  scoreValue,
  solveValue,
  subtractSums,
} from './split-search.ts';

/** Searches all thresholds of the first `featureCount` features of the workspace's list in the kernel. */
export function findThreshold(
  { workspace, settings, l2, minHessian }: SplitSearch,
  histograms: number,
  featureCount: number,
  node: NodeSums,
  bestScore: number,
): Split | undefined {
  const { kernel, featureList, cellCounts, countBits, found, foundView, foundWords } = workspace;
  const isFound = kernel.findThreshold(
    histograms,
    featureList,
    featureCount,
    cellCounts,
    node.gradient,
    node.hessian,
    node.count,
    countBits,
    l2,
    settings.minRowsPerLeaf,
    minHessian,
    bestScore,
    found,
  );
  if (isFound === 0) return undefined;
  const [score, gradient, hessian] = foundView;
  const left = { gradient, hessian, count: foundWords[7] };
  const missingLeft = foundWords[10] === 0 ? followsLeft(left, node) : foundWords[9] === 1;
  return { feature: foundWords[8], score, left, missingLeft, bin: foundWords[6], leftBins: undefined };
}

/** Returns whether missing values go left: they follow the larger side where training had none. */
function followsLeft(left: NodeSums, node: NodeSums): boolean {
  return left.count * 2 >= node.count;
}

/** Searches a number feature with random thresholds or a monotone constraint, which the kernel does not support. */
export function findUnusualThreshold(task: SplitTask): Split | undefined {
  const { search, histogram, feature, node } = task;
  const { binned, countBits } = search.workspace;
  const missing = readCell(search.words, histogram / 4 + binned.features[feature].binCount * 4, countBits);
  const find = search.settings.splitMode === 'random' ? drawThreshold : findBoundedThreshold;
  const split = find(task, missing);
  return split && missing.count === 0 ? { ...split, missingLeft: followsLeft(split.left, node) } : split;
}

/** Judges one split with bounded values and the monotone constraint of its feature. */
function judge(task: SplitTask, left: NodeSums, missingLeft: boolean, bin: number, best: number): Split | undefined {
  const { search, feature, node, bounds } = task;
  const right = subtractSums(node, left);
  if (!isLargeEnough(left, search) || !isLargeEnough(right, search)) return undefined;
  const leftValue = solveValue(left, search.l2, bounds);
  const rightValue = solveValue(right, search.l2, bounds);
  const direction = search.directions?.[feature] ?? 0;
  if (direction * (rightValue - leftValue) < 0) return undefined;
  const score = scoreValue(left, search.l2, leftValue) + scoreValue(right, search.l2, rightValue);
  return score > best ? { feature, score, left, missingLeft, bin, leftBins: undefined } : undefined;
}

function sumBins(task: SplitTask, bins: number, missing: NodeSums | undefined): NodeSums {
  const sums = missing === undefined ? { gradient: 0, hessian: 0, count: 0 } : { ...missing };
  for (let bin = 0; bin < bins; bin++) addCell(task, bin, sums);
  return sums;
}

function addCell({ search, histogram }: SplitTask, bin: number, sums: NodeSums): void {
  const cell = readCell(search.words, histogram / 4 + bin * 4, search.workspace.countBits);
  sums.gradient += cell.gradient;
  sums.hessian += cell.hessian;
  sums.count += cell.count;
}

/** Searches all thresholds under a monotone constraint. */
function findBoundedThreshold(task: SplitTask, missing: NodeSums): Split | undefined {
  const { binCount } = task.search.workspace.binned.features[task.feature];
  let split: Split | undefined;
  for (const missingLeft of missing.count > 0 ? [false, true] : [false]) {
    const left = sumBins(task, 0, missingLeft ? missing : undefined);
    for (let bin = 0; bin < binCount; bin++) {
      addCell(task, bin, left);
      split = judge(task, { ...left }, missingLeft, bin, split?.score ?? task.bestScore) ?? split;
    }
  }
  return split;
}

/** Draws one threshold between the lowest and the highest bin that has rows. */
function drawThreshold(task: SplitTask, missing: NodeSums): Split | undefined {
  const { search, histogram, feature } = task;
  const { binCount } = search.workspace.binned.features[feature];
  const hasRows = (bin: number) =>
    search.words[histogram / 4 + bin * 4 + 2] !== 0 || search.words[histogram / 4 + bin * 4 + 3] !== 0;
  let lowest = 0;
  let highest = binCount - 1;
  while (lowest < highest && !hasRows(lowest)) lowest++;
  while (highest > lowest && !hasRows(highest)) highest--;
  if (lowest === highest) return undefined;
  const bin = lowest + Math.floor(search.random() * (highest - lowest));
  const known = judge(task, sumBins(task, bin + 1, undefined), false, bin, task.bestScore);
  if (missing.count === 0) return known;
  return judge(task, sumBins(task, bin + 1, missing), true, bin, known?.score ?? task.bestScore) ?? known;
}
