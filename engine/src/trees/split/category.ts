import { readCount, readHessian, readInt64 } from '../kernel/cell.ts';
import type { NodeSums } from '../workspace/node-sums.ts';
import { isLargeEnough, type Split, type SplitTask, scoreSums, subtractSums } from './split-search.ts';

/** Number of categories up to which one-against-the-rest splits are tried as well. */
const fewCategories = 4;

/** The ordered categories of a node, in reused arrays: this loop must not allocate. */
const bins = new Uint8Array(256);
const gradients = new Float64Array(256);
const hessians = new Float64Array(256);
const counts = new Int32Array(256);
/** Gradient over smoothed hessian, ascending. */
const ratios = new Float64Array(256);

/** Inserts a category among the first `size`; it goes behind equal ones. */
function insertCategory(
  size: number,
  bin: number,
  gradient: number,
  hessian: number,
  count: number,
  ratio: number,
): void {
  let place = size;
  for (; place > 0 && ratios[place - 1] > ratio; place--) {
    bins[place] = bins[place - 1];
    gradients[place] = gradients[place - 1];
    hessians[place] = hessians[place - 1];
    counts[place] = counts[place - 1];
    ratios[place] = ratios[place - 1];
  }
  bins[place] = bin;
  gradients[place] = gradient;
  hessians[place] = hessian;
  counts[place] = count;
  ratios[place] = ratio;
}

/** Fills the arrays with the categories that have enough rows, including missing; returns their number. */
function orderCategories({ search, histogram, feature }: SplitTask): number {
  const { words, workspace, settings, hessianScale } = search;
  const { countBits, binned } = workspace;
  const { binCount } = binned.features[feature];
  const smoothing = settings.categorySmoothing * hessianScale;
  const fewestRows = binCount <= fewCategories ? 1 : Math.max(1, settings.categorySmoothing);
  let size = 0;
  for (let bin = 0, cell = histogram / 4; bin <= binCount; bin++, cell += 4) {
    const count = readCount(words, cell, countBits);
    if (count < fewestRows) continue;
    const gradient = readInt64(words, cell);
    const hessian = readHessian(words, cell, countBits);
    insertCategory(size++, bin, gradient, hessian, count, gradient / (hessian + smoothing + 1));
  }
  return size;
}

function scoreSides({ node, search }: SplitTask, left: NodeSums, l2: number): number {
  const right = subtractSums(node, left);
  if (!isLargeEnough(left, search) || !isLargeEnough(right, search)) return 0;
  return scoreSums(left, l2) + scoreSums(right, l2);
}

function toSplit({ feature, search }: SplitTask, score: number, left: NodeSums, members: Uint8Array): Split {
  const leftBins = new Uint8Array(256);
  for (const bin of members) leftBins[bin] = 1;
  const { binCount } = search.workspace.binned.features[feature];
  return { feature, score, left: { ...left }, missingLeft: leftBins[binCount] === 1, bin: -1, leftBins };
}

function findSingle(task: SplitTask, size: number): Split | undefined {
  let best: Split | undefined;
  for (let place = 0; place < size; place++) {
    const left = { gradient: gradients[place], hessian: hessians[place], count: counts[place] };
    const score = scoreSides(task, left, task.search.l2);
    if (score > (best?.score ?? task.bestScore)) best = toSplit(task, score, left, bins.subarray(place, place + 1));
  }
  return best;
}

/** Tries the first (or the last) 1, 2, 3 … of the ordered categories as the left side. */
function findEnd(task: SplitTask, size: number, fromLast: boolean, bestScore: number): Split | undefined {
  const { settings, hessianScale, l2 } = task.search;
  const limit = Math.min(settings.maxCategoriesPerSide, (size + 1) >> 1);
  const left = { gradient: 0, hessian: 0, count: 0 };
  let best: Split | undefined;
  for (let taken = 1; taken <= limit; taken++) {
    const place = fromLast ? size - taken : taken - 1;
    left.gradient += gradients[place];
    left.hessian += hessians[place];
    left.count += counts[place];
    const score = scoreSides(task, left, l2 + settings.categoryL2 * hessianScale);
    if (!(score > (best?.score ?? bestScore))) continue;
    best = toSplit(task, score, left, fromLast ? bins.subarray(place, size) : bins.subarray(0, taken));
  }
  return best;
}

/**
 * Finds the best division of a feature's categories into two sides: ordered by gradient statistics, the best division is
 * a prefix or a suffix (Fisher 1958), as in LightGBM.
 */
export function findCategorySplit(task: SplitTask): Split | undefined {
  const size = orderCategories(task);
  let best = size <= fewCategories ? findSingle(task, size) : undefined;
  if (size <= 2) return best;
  best = findEnd(task, size, false, best?.score ?? task.bestScore) ?? best;
  return findEnd(task, size, true, best?.score ?? task.bestScore) ?? best;
}
