import { countFeatures, type Forest } from '../forest/forest.ts';
import { findBin } from '../kernel/thresholds.ts';

/** A set of leaves is one 32-bit word. */
const maxLeaves = 32;
const maxFeatures = 64;
/** 16 MB: more would fall out of the caches and cost more than a walk. */
const maxWords = 4_000_000;

/** Where the rows of one feature stand in `LeafSets.words`. */
export interface FeatureRows {
  feature: number;
  firstRow: number;
  /** Ascending thresholds of the forest, undefined for categories, whose rows are their bins. The last row is for missing. */
  thresholds: Float64Array | undefined;
}

/**
 * A forest as sets: for each interval between the thresholds of a feature (each bin of a category) one row, which holds for every
 * tree the leaves that a value there leaves open. The intersection of a row's sets over all features is the leaf it ends in,
 * so no tree is walked. After QuickScorer (Lucchese et al., SIGIR 2015), with the sets of an interval intersected ahead.
 */
export interface LeafSets {
  treeCount: number;
  featureRows: readonly FeatureRows[];
  rowCount: number;
  /** rows x trees; row 0 leaves all leaves open. */
  words: Int32Array;
  /** Leaves of the tree that has most. */
  leafSlots: number;
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
  const upTo = (leaf: number) => (leaf >= maxLeaves ? -1 : (1 << leaf) - 1);
  return upTo(first[node] + count[node]) & ~upTo(first[node]);
}

/** Children come after their parents: counts are summed from the last node up, first leaves handed down from the root. */
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

function listThresholds(forest: Forest): Set<number>[] {
  const thresholds = Array.from({ length: countFeatures(forest) }, () => new Set<number>());
  forest.features.forEach((feature, node) => {
    if (feature >= 0) thresholds[feature].add(forest.thresholds[node]);
  });
  return thresholds;
}

/** Lays out the rows of every feature that the forest splits on; row 0 leaves all leaves open. */
function layOutRows(forest: Forest): { featureRows: FeatureRows[]; rowCount: number } {
  const featureRows: FeatureRows[] = [];
  let rowCount = 1;
  for (const [feature, seen] of listThresholds(forest).entries()) {
    if (seen.size === 0) continue;
    const binCount = forest.categoryBinCounts[feature];
    const thresholds = binCount > 0 ? undefined : Float64Array.from(seen).sort();
    featureRows.push({ feature, firstRow: rowCount, thresholds });
    rowCount += thresholds ? thresholds.length + 2 : binCount + 1;
  }
  return { featureRows, rowCount };
}

/** Closes, in every row of the node's feature, the leaves on the side that the row's values do not take. */
function closeLeaves(forest: Forest, ranges: LeafRanges, rows: FeatureRows, node: number, column: Int32Array): void {
  const child = forest.firstChildren[node];
  const withoutLeft = ~rangeWord(ranges, child);
  const withoutRight = ~rangeWord(ranges, child + 1);
  const { firstRow, thresholds } = rows;
  if (thresholds) {
    const lastLeft = findBin(thresholds, forest.thresholds[node]);
    for (let row = 0; row <= thresholds.length; row++)
      column[firstRow + row] &= row <= lastLeft ? withoutRight : withoutLeft;
    column[firstRow + thresholds.length + 1] &= forest.missingLeft[node] === 1 ? withoutRight : withoutLeft;
    return;
  }
  const set = forest.categorySets[node];
  for (let bin = 0; bin <= forest.categoryBinCounts[rows.feature]; bin++) {
    const isLeft = ((forest.categoryWords[set + (bin >>> 5)] >>> (bin & 31)) & 1) === 1;
    column[firstRow + bin] &= isLeft ? withoutRight : withoutLeft;
  }
}

/** Turns a forest into sets of leaves; undefined when it is too large for them to pay. */
export function buildLeafSets(forest: Forest): LeafSets | undefined {
  const { roots, features, values } = forest;
  const ranges = numberLeaves(forest);
  const { featureRows, rowCount } = layOutRows(forest);
  const treeCount = roots.length;
  const leafSlots = roots.reduce((most, root) => Math.max(most, ranges.count[root]), 0);
  if (featureRows.length > maxFeatures || rowCount * treeCount > maxWords || leafSlots > maxLeaves) return undefined;
  const rowsOf = new Map(featureRows.map((rows) => [rows.feature, rows]));
  const words = new Int32Array(rowCount * treeCount);
  const leafValues = new Float64Array(treeCount * leafSlots);
  const column = new Int32Array(rowCount);
  for (const [tree, root] of roots.entries()) {
    column.fill(rangeWord(ranges, root));
    for (let node = root; node < (roots[tree + 1] ?? features.length); node++) {
      const rows = rowsOf.get(features[node]);
      if (rows) closeLeaves(forest, ranges, rows, node, column);
      else leafValues[tree * leafSlots + ranges.first[node]] = values[node];
    }
    for (let row = 0; row < rowCount; row++) words[row * treeCount + tree] = column[row];
  }
  return { treeCount, featureRows, rowCount, words, leafSlots, leafValues };
}
