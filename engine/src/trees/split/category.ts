import { readCell } from '../kernel/cell.ts';
import { isLargeEnough, type NodeSums, type Split, type SplitSearch, type SplitTask, subtractSums } from './search.ts';

/** With this many categories or fewer, one-against-the-rest splits are tried as well. */
const fewCategories = 4;

interface Category extends NodeSums {
  bin: number;
  /** Gradient over smoothed hessian: what the categories are ordered by. */
  order: number;
}

function readCategories({ search, histogram, feature }: SplitTask): Category[] {
  const { words, workspace, settings, hessianScale } = search;
  const { binCount } = workspace.binned.features[feature];
  const smoothing = settings.categorySmoothing * hessianScale;
  const fewestRows = binCount <= fewCategories ? 1 : settings.categorySmoothing;
  const categories: Category[] = [];
  // Missing is a category like the others.
  for (let bin = 0; bin <= binCount; bin++) {
    const cell = readCell(words, histogram / 4 + bin * 4, workspace.countBits);
    if (cell.count < fewestRows || cell.count === 0) continue;
    categories.push({ ...cell, bin, order: cell.gradient / (cell.hessian + smoothing + 1) });
  }
  return categories;
}

function scoreSides(node: NodeSums, left: NodeSums, search: SplitSearch, l2: number): number {
  const right = subtractSums(node, left);
  if (!isLargeEnough(left, search) || !isLargeEnough(right, search)) return 0;
  return left.gradient ** 2 / (left.hessian + l2) + right.gradient ** 2 / (right.hessian + l2);
}

function toSplit(task: SplitTask, score: number, left: NodeSums, members: readonly Category[]): Split {
  const leftBins = new Uint8Array(256);
  for (const { bin } of members) leftBins[bin] = 1;
  const { binCount } = task.search.workspace.binned.features[task.feature];
  return { feature: task.feature, score, left, missingLeft: leftBins[binCount] === 1, bin: -1, leftBins };
}

function findSingle(task: SplitTask, categories: readonly Category[]): Split | undefined {
  let best: Split | undefined;
  for (const category of categories) {
    const left = { gradient: category.gradient, hessian: category.hessian, count: category.count };
    const score = scoreSides(task.node, left, task.search, task.search.l2);
    if (score > (best?.score ?? task.bestScore)) best = toSplit(task, score, left, [category]);
  }
  return best;
}

/** Tries the first 1, 2, 3 … of the ordered categories as the left side. */
function findPrefix(task: SplitTask, ordered: readonly Category[], bestScore: number): Split | undefined {
  const { search, node } = task;
  const { settings, hessianScale, l2 } = search;
  const limit = Math.min(settings.maxCategoriesPerSide, (ordered.length + 1) >> 1);
  const left = { gradient: 0, hessian: 0, count: 0 };
  let best = { score: bestScore, size: 0, left: { ...left } };
  for (let size = 1; size <= limit; size++) {
    const { gradient, hessian, count } = ordered[size - 1];
    left.gradient += gradient;
    left.hessian += hessian;
    left.count += count;
    const score = scoreSides(node, left, search, l2 + settings.categoryL2 * hessianScale);
    if (score > best.score) best = { score, size, left: { ...left } };
  }
  return best.size > 0 ? toSplit(task, best.score, best.left, ordered.slice(0, best.size)) : undefined;
}

/**
 * Finds the best division of a feature's categories into two sides: ordered by gradient statistics, the best division is
 * a prefix or a suffix (Fisher 1958), as in LightGBM.
 */
export function findCategorySplit(task: SplitTask): Split | undefined {
  const categories = readCategories(task);
  let best = categories.length <= fewCategories ? findSingle(task, categories) : undefined;
  if (categories.length <= 2) return best;
  categories.sort((a, b) => a.order - b.order || a.bin - b.bin);
  best = findPrefix(task, categories, best?.score ?? task.bestScore) ?? best;
  return findPrefix(task, categories.reverse(), best?.score ?? task.bestScore) ?? best;
}
