import { readCell } from '../kernel/cell.ts';
import { histogramStride } from '../kernel/kernel.ts';
import { findCategorySplit } from './category.ts';
import { drawThreshold, findBoundedThreshold, findThreshold } from './number.ts';
import { type NodeSums, type Split, type SplitSearch, type SplitTask, scoreSums, type ValueBounds } from './search.ts';

/** A gain below this share of the node's own score is rounding, not signal. */
const smallestRelativeGain = 1e-10;

function findFeatureSplit(task: SplitTask): Split | undefined {
  const { search, histogram, feature, node } = task;
  const { workspace, settings, words } = search;
  const { kind, binCount } = workspace.binned.features[feature];
  if (kind === 'category') return findCategorySplit(task);
  const missing = readCell(words, histogram / 4 + binCount * 4, workspace.countBits);
  let split: Split | undefined;
  if (settings.splitMode === 'random') split = drawThreshold(task, missing);
  else if (settings.monotone !== undefined) split = findBoundedThreshold(task, missing);
  else split = findThreshold(task, missing.count);
  // Nothing was learned about missing values here: they follow the larger side.
  if (split !== undefined && missing.count === 0) split.missingLeft = split.left.count * 2 >= node.count;
  return split;
}

/** Finds the split of a node that gains most over all of `features`, or undefined when none gains. */
export function findSplit(
  search: SplitSearch,
  histograms: number,
  features: Int32Array,
  node: NodeSums,
  bounds: ValueBounds,
): Split | undefined {
  let best: Split | undefined;
  let bestScore = scoreSums(node, search.l2) * (1 + smallestRelativeGain);
  for (const feature of features) {
    const histogram = histograms + feature * histogramStride;
    const split = findFeatureSplit({ search, histogram, feature, node, bounds, bestScore });
    if (split === undefined) continue;
    best = split;
    bestScore = split.score;
  }
  return best;
}
