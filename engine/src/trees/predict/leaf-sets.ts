import { countFeatures, type Forest } from '../forest/forest.ts';
import { findBin } from '../kernel/thresholds.ts';
import { DistinctNumbers } from './distinct-numbers.ts';

/** Maximum number of leaves of a tree, because a set of leaves is one 32-bit word. */
export const leafSlots = 32;
const maxFeatures = 64;
/** Maximum number of words (16 MB): larger sets would not fit in the caches and be slower than a walk. */
const maxWords = 4_000_000;

/** Trees whose words are written at once: as many as a line of the processor's cache holds. */
const treesTogether = 16;

/** Position of the rows of one feature in `LeafSets.words`. */
export interface FeatureRows {
  feature: number;
  firstRow: number;
  /**
   * Ascending thresholds of a number feature, undefined for categories, whose rows are their bins. The last row is for
   * missing cells.
   */
  thresholds: Float64Array | undefined;
}

/**
 * A forest as sets of leaves: each interval of a feature (or bin of a category) has a row with the leaves still
 * reachable in every tree. The intersection over all features is the leaf, so no tree is walked. After QuickScorer
 * (Lucchese et al., SIGIR 2015).
 */
export interface LeafSets {
  treeCount: number;
  featureRows: readonly FeatureRows[];
  rowCount: number;
  /** rows x trees; row 0 keeps all leaves. */
  words: Int32Array;
  /** trees x `leafSlots` */
  leafValues: Float64Array;
}

/** Leaves of a tree are numbered from left to right, so that every node spans a range of them. */
interface LeafRanges {
  /** By node, its first leaf and its number of leaves. */
  first: Float64Array;
  count: Float64Array;
}

function rangeWord({ first, count }: LeafRanges, node: number): number {
  const upTo = (leaf: number) => (leaf >= leafSlots ? -1 : (1 << leaf) - 1);
  return upTo(first[node] + count[node]) & ~upTo(first[node]);
}

/** Children come after their parents: counts are summed from the last node up, first leaves passed down from the root. */
function numberLeaves({ features, firstChildren }: Forest): LeafRanges {
  const first = new Float64Array(features.length);
  const count = new Float64Array(features.length).fill(1);
  for (let node = features.length - 1; node >= 0; node--) {
    if (features[node] >= 0) count[node] = count[firstChildren[node]] + count[firstChildren[node] + 1];
  }
  for (let node = 0; node < features.length; node++) {
    if (features[node] < 0) continue;
    first[firstChildren[node]] = first[node];
    first[firstChildren[node] + 1] = first[node] + count[firstChildren[node]];
  }
  return { first, count };
}

/** Returns the distinct thresholds of each feature that is split on, ascending; undefined for more than `most`. */
function listThresholds({ features, thresholds }: Forest, most: number): Map<number, Float64Array> | undefined {
  const seen = new Map<number, DistinctNumbers>();
  let count = 0;
  for (let node = 0; node < features.length; node++) {
    const feature = features[node];
    if (feature < 0) continue;
    const own = seen.get(feature) ?? new DistinctNumbers();
    seen.set(feature, own);
    if (own.add(thresholds[node])) count += 1;
    if (count > most || seen.size > maxFeatures) return undefined;
  }
  const ordered = [...seen].sort(([one], [other]) => one - other);
  return new Map(ordered.map(([feature, numbers]) => [feature, numbers.sorted()]));
}

/** The rows of every feature that the forest splits on; row 0 keeps all leaves. */
export interface LeafSetPlan {
  featureRows: readonly FeatureRows[];
  rowCount: number;
}

/** Plans sets of leaves; undefined for a forest that is too large for them to be quicker. */
export function planLeafSets(forest: Forest): LeafSetPlan | undefined {
  if (!hasSmallTrees(forest)) return undefined;
  const mostRows = Math.floor(maxWords / Math.max(1, forest.roots.length));
  const thresholds = listThresholds(forest, mostRows);
  const plan = thresholds && layOutRows(forest, thresholds);
  return plan && plan.rowCount <= mostRows ? plan : undefined;
}

/** Whether no tree has more leaves than a word has bits: a tree of n leaves has n - 1 splits. */
export function hasSmallTrees({ roots, features }: Forest): boolean {
  const mostNodes = 2 * leafSlots - 1;
  return roots.every((root, tree) => (roots[tree + 1] ?? features.length) - root <= mostNodes);
}

function layOutRows(forest: Forest, seenThresholds: ReadonlyMap<number, Float64Array>): LeafSetPlan {
  const featureRows: FeatureRows[] = [];
  let rowCount = 1;
  for (const [feature, seen] of seenThresholds) {
    const binCount = forest.categoryBinCounts[feature];
    const thresholds = binCount > 0 ? undefined : seen;
    featureRows.push({ feature, firstRow: rowCount, thresholds });
    rowCount += thresholds ? thresholds.length + 2 : binCount + 1;
  }
  return { featureRows, rowCount };
}

/**
 * Removes from the rows of the node's feature the leaves on the other side of the split. For numbers it does so in the
 * last row that goes left, in `left`, and the first that goes right, in `column`: the rows before and behind get it from
 * these (`spreadThresholds`).
 */
function closeLeaves(
  forest: Forest,
  ranges: LeafRanges,
  rows: FeatureRows,
  node: number,
  column: Int32Array,
  left: Int32Array,
): void {
  const child = forest.firstChildren[node];
  const withoutLeft = ~rangeWord(ranges, child);
  const withoutRight = ~rangeWord(ranges, child + 1);
  const { firstRow, thresholds } = rows;
  if (thresholds) {
    const lastLeft = firstRow + Math.min(thresholds.length, findBin(thresholds, forest.thresholds[node]));
    left[lastLeft] &= withoutRight;
    if (lastLeft < firstRow + thresholds.length) column[lastLeft + 1] &= withoutLeft;
    column[firstRow + thresholds.length + 1] &= forest.missingLeft[node] === 1 ? withoutRight : withoutLeft;
    return;
  }
  const set = forest.categorySets[node];
  for (let bin = 0; bin <= forest.categoryBinCounts[rows.feature]; bin++) {
    const isLeft = ((forest.categoryWords[set + (bin >>> 5)] >>> (bin & 31)) & 1) === 1;
    column[firstRow + bin] &= isLeft ? withoutRight : withoutLeft;
  }
}

/** Gives each row of a number feature what splits further down and further up remove. */
function spreadThresholds({ firstRow, thresholds }: FeatureRows, column: Int32Array, left: Int32Array): void {
  if (!thresholds) return;
  const last = firstRow + thresholds.length;
  for (let row = firstRow + 1; row <= last; row++) column[row] &= column[row - 1];
  for (let row = last - 1; row >= firstRow; row--) left[row] &= left[row + 1];
  for (let row = firstRow; row <= last; row++) column[row] &= left[row];
}

/** Turns a forest into the sets of leaves that were planned. */
export function buildLeafSets(forest: Forest, { featureRows, rowCount }: LeafSetPlan): LeafSets {
  const { roots, features, values } = forest;
  const treeCount = roots.length;
  const ranges = numberLeaves(forest);
  const rowsOf = new Array<FeatureRows | undefined>(countFeatures(forest));
  for (const rows of featureRows) rowsOf[rows.feature] = rows;
  const words = new Int32Array(rowCount * treeCount);
  const leafValues = new Float64Array(treeCount * leafSlots);
  const columns = Array.from({ length: treesTogether }, () => new Int32Array(rowCount));
  const left = new Int32Array(rowCount);
  for (const [tree, root] of roots.entries()) {
    const column = columns[tree % treesTogether].fill(rangeWord(ranges, root));
    left.fill(-1);
    for (let node = root; node < (roots[tree + 1] ?? features.length); node++) {
      const rows = features[node] < 0 ? undefined : rowsOf[features[node]];
      if (rows) closeLeaves(forest, ranges, rows, node, column, left);
      else leafValues[tree * leafSlots + ranges.first[node]] = values[node];
    }
    for (const rows of featureRows) spreadThresholds(rows, column, left);
    const first = tree - (tree % treesTogether);
    if (tree === treeCount - 1 || tree === first + treesTogether - 1)
      for (let row = 0; row < rowCount; row++)
        for (let at = first; at <= tree; at++) words[row * treeCount + at] = columns[at - first][row];
  }
  return { treeCount, featureRows, rowCount, words, leafValues };
}
