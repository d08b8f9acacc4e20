import { countSetWords, type Forest } from '../forest/forest.ts';
import { findBin } from '../kernel/thresholds.ts';

/** What a leaf asks of one feature. */
export interface FeatureBox {
  feature: number;
  /** The input that the feature belongs to. */
  input: number;
  /** Numbers whose rank among the thresholds is above `low` and up to `high` pass. */
  low: number;
  high: number;
  passesMissing: boolean;
  /** The category bins that pass, as bits; empty for numbers. */
  set: Int32Array;
}

export interface LeafBoxes {
  /** Distinct thresholds of each feature, ascending. */
  thresholds: Float64Array[];
  /** Returns the boxes of a leaf, one for each feature on its path, by feature. */
  boxesOf(leaf: number): FeatureBox[];
}

/** Turns the path to each leaf into one box a feature, so that a row need not be led through the trees. */
export function boxLeaves(forest: Forest, inputOf: Int32Array): LeafBoxes {
  const thresholds = collectThresholds(forest);
  const parents = parentsOf(forest);
  return {
    thresholds,
    boxesOf(leaf) {
      const boxes = new Map<number, FeatureBox>();
      for (let node = leaf; parents[node] >= 0; node = parents[node]) {
        const split = parents[node];
        const feature = forest.features[split];
        const box = boxes.get(feature) ?? openBox(forest, feature, inputOf[feature]);
        boxes.set(feature, box);
        narrow(forest, box, split, node, findBin(thresholds[feature], forest.thresholds[split]));
      }
      return [...boxes.values()].sort((one, other) => one.feature - other.feature);
    },
  };
}

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

/** Returns a box that everything passes. */
function openBox(forest: Forest, feature: number, input: number): FeatureBox {
  const bins = forest.categoryBinCounts[feature];
  const set = new Int32Array(bins > 0 ? countSetWords(bins) : 0).fill(-1);
  return { feature, input, low: -1, high: Number.POSITIVE_INFINITY, passesMissing: true, set };
}

/** Takes the child's side of a split into a box; `rank` is that of the split's threshold. */
function narrow(forest: Forest, box: FeatureBox, split: number, child: number, rank: number): void {
  const isLeft = child === forest.firstChildren[split];
  const set = forest.categorySets[split];
  if (set >= 0) {
    for (const [word, passing] of box.set.entries()) {
      const left = forest.categoryWords[set + word];
      box.set[word] = passing & (isLeft ? left : ~left);
    }
    return;
  }
  if (isLeft) box.high = Math.min(box.high, rank);
  else box.low = Math.max(box.low, rank);
  box.passesMissing &&= (forest.missingLeft[split] === 1) === isLeft;
}

/** Whether a value passes: a category's bin, or the rank of a number, which is -1 where it is missing. */
export function passes({ set, low, high, passesMissing }: FeatureBox, value: number): boolean {
  if (set.length > 0) return ((set[value >>> 5] >>> (value & 31)) & 1) === 1;
  return value < 0 ? passesMissing : low < value && value <= high;
}
