import { countFeatures, countSetWords, type Forest } from '../forest/forest.ts';
import { findBin } from '../kernel/thresholds.ts';
import type { LeafPaths } from './leaf-paths.ts';

/** What leaves ask of one feature: of each leaf that asks anything, the values that pass. */
interface FeatureBoxes {
  leaves: number[];
  /** The bit of the feature's input at the leaf. */
  bits: number[];
  /** Numbers whose rank among the thresholds is above `lows` and up to `highs` pass. */
  lows: number[];
  highs: number[];
  /** Whether missing numbers pass. */
  passesMissing: boolean[];
  /** Sets of category bins that pass, `words` each. */
  sets: number[];
  words: number;
}

/** Tells by comparing with the box of each leaf, feature by feature, which inputs a row fails there. */
export interface LeafBoxes {
  /** Node of each leaf. */
  leaves: Int32Array;
  /** Writes for every leaf the bits of the inputs that the row (categories as bins) fails. */
  fail(row: Float64Array, failed: Int32Array): void;
}

/** Above the rank of any value. */
const highestRank = 2 ** 30;

export function boxLeaves(forest: Forest, paths: LeafPaths): LeafBoxes {
  const { features } = forest;
  const thresholds = collectThresholds(forest);
  const leaves = Int32Array.from(features.keys()).filter((node) => features[node] < 0);
  // Loops over the inputs of leaves then repeat as often as before, as a rule.
  leaves.sort((one, other) => paths.counts[one] - paths.counts[other] || one - other);
  const parents = parentsOf(forest);
  const boxes = Array.from({ length: countFeatures(forest) }, (_, feature) => emptyBoxes(forest, feature));
  for (const [place, leaf] of leaves.entries())
    for (let node = leaf; parents[node] >= 0; node = parents[node]) {
      const split = parents[node];
      const rank = findBin(thresholds[features[split]], forest.thresholds[split]);
      narrow(forest, boxes[features[split]], { leaf: place, bit: paths.bits[split], split, child: node, rank });
    }
  const compact = boxes.map(compactBoxes);
  return {
    leaves,
    fail(row, failed) {
      failed.fill(0);
      for (let feature = 0; feature < row.length; feature++) {
        if (forest.categoryBinCounts[feature] > 0) failCategories(compact[feature], row[feature], failed);
        else if (Number.isNaN(row[feature])) failMissing(compact[feature], failed);
        else failNumbers(compact[feature], findBin(thresholds[feature], row[feature]), failed);
      }
    },
  };
}

/** Returns the distinct thresholds of each feature, ascending. */
function collectThresholds({ features, thresholds, categoryBinCounts }: Forest): Float64Array[] {
  const seen = Array.from(categoryBinCounts, () => new Set<number>());
  for (const [node, feature] of features.entries()) if (feature >= 0) seen[feature].add(thresholds[node]);
  return seen.map((some) => Float64Array.from(some).sort());
}

function parentsOf({ features, firstChildren }: Forest): Int32Array {
  const parents = new Int32Array(features.length).fill(-1);
  for (let node = 0; node < features.length; node++)
    if (features[node] >= 0) parents.fill(node, firstChildren[node], firstChildren[node] + 2);
  return parents;
}

function emptyBoxes(forest: Forest, feature: number): FeatureBoxes {
  const words = countSetWords(forest.categoryBinCounts[feature]);
  return { leaves: [], bits: [], lows: [], highs: [], passesMissing: [], sets: [], words };
}

/** The side of a split on which a leaf lies; `rank` is that of its threshold. */
interface Side {
  leaf: number;
  bit: number;
  split: number;
  child: number;
  rank: number;
}

/** Takes the child's side of a split into the box of a leaf. Leaves come in order, all splits of one together. */
function narrow(forest: Forest, boxes: FeatureBoxes, { leaf, bit, split, child, rank }: Side): void {
  const { leaves, lows, highs, passesMissing, sets, words } = boxes;
  if (leaves.at(-1) !== leaf) {
    leaves.push(leaf);
    boxes.bits.push(bit);
    lows.push(-1);
    highs.push(highestRank);
    passesMissing.push(true);
    sets.push(...new Array<number>(words).fill(-1));
  }
  const at = leaves.length - 1;
  const isLeft = child === forest.firstChildren[split];
  const set = forest.categorySets[split];
  if (set >= 0) {
    for (let word = 0; word < words; word++) {
      const left = forest.categoryWords[set + word];
      sets[at * words + word] &= isLeft ? left : ~left;
    }
    return;
  }
  if (isLeft) highs[at] = Math.min(highs[at], rank);
  else lows[at] = Math.max(lows[at], rank);
  passesMissing[at] &&= (forest.missingLeft[split] === 1) === isLeft;
}

type CompactBoxes = ReturnType<typeof compactBoxes>;

function compactBoxes({ leaves, bits, lows, highs, passesMissing, sets, words }: FeatureBoxes) {
  return {
    leaves: Int32Array.from(leaves),
    bits: Int32Array.from(bits),
    lows: Int32Array.from(lows),
    highs: Int32Array.from(highs),
    missing: Int32Array.from(passesMissing, (passes, at) => (passes ? 0 : bits[at])),
    sets: Int32Array.from(sets),
    words,
  };
}

/** Half of the leaves fail, which no processor predicts: no branch depends on it. */
function failNumbers({ leaves, bits, lows, highs }: CompactBoxes, rank: number, failed: Int32Array): void {
  for (let at = 0; at < leaves.length; at++) {
    const passes = ((lows[at] - rank) & (rank - highs[at] - 1)) >> 31;
    failed[leaves[at]] |= bits[at] & ~passes;
  }
}

function failMissing({ leaves, missing }: CompactBoxes, failed: Int32Array): void {
  for (let at = 0; at < leaves.length; at++) failed[leaves[at]] |= missing[at];
}

function failCategories({ leaves, bits, sets, words }: CompactBoxes, bin: number, failed: Int32Array): void {
  const word = bin >>> 5;
  for (let at = 0; at < leaves.length; at++) {
    const passes = (sets[at * words + word] << (31 - (bin & 31))) >> 31;
    failed[leaves[at]] |= bits[at] & ~passes;
  }
}
