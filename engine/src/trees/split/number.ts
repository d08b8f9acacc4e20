import { readCell } from '../kernel/cell.ts';
import {
  isLargeEnough,
  type NodeSums,
  type Split,
  type SplitTask,
  scoreValue,
  solveValue,
  subtractSums,
} from './search.ts';

/** Searches all thresholds of a number feature in the kernel. */
export function findThreshold(task: SplitTask, missingRows: number): Split | undefined {
  const { search, histogram, feature, node } = task;
  const { kernel, countBits, binned, found, foundView, foundWords } = search.workspace;
  const { binCount } = binned.features[feature];
  let split: Split | undefined;
  // Without missing rows both directions are the same split.
  for (let missingLeft = 0; missingLeft <= (missingRows > 0 ? 1 : 0); missingLeft++) {
    const better = kernel.findThreshold(
      histogram,
      binCount,
      missingLeft,
      node.gradient,
      node.hessian,
      node.count,
      countBits,
      search.l2,
      search.settings.minRowsPerLeaf,
      search.minHessian,
      split === undefined ? task.bestScore : split.score,
      found,
    );
    if (better === 0) continue;
    const left = { gradient: foundView[1], hessian: foundView[2], count: foundWords[7] };
    split = { feature, score: foundView[0], left, missingLeft: missingLeft === 1, bin: foundWords[6] };
  }
  return split;
}

/** Judges one split with bounded values and the monotone constraint of its feature. */
function judge(task: SplitTask, left: NodeSums, missingLeft: boolean, bin: number, best: number): Split | undefined {
  const { search, feature, node, bounds } = task;
  const right = subtractSums(node, left);
  if (!isLargeEnough(left, search) || !isLargeEnough(right, search)) return undefined;
  const leftValue = solveValue(left, search.l2, bounds);
  const rightValue = solveValue(right, search.l2, bounds);
  const direction = search.settings.monotone?.[feature] ?? 0;
  if (direction * (rightValue - leftValue) < 0) return undefined;
  const score = scoreValue(left, search.l2, leftValue) + scoreValue(right, search.l2, rightValue);
  return score > best ? { feature, score, left, missingLeft, bin } : undefined;
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

/** Searches all thresholds under monotone constraints: slower than the kernel, which knows none. */
export function findBoundedThreshold(task: SplitTask, missing: NodeSums): Split | undefined {
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
export function drawThreshold(task: SplitTask, missing: NodeSums): Split | undefined {
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
