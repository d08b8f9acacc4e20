import { countOutputs, type Forest } from '../forest/forest.ts';
import { findBin } from '../kernel/thresholds.ts';
import { type BinnedFeatures, columnOf } from '../state/binned-features.ts';

/** Returns the last bin that goes left, per number split: thresholds are upper edges of bins. */
function findSplitBins(forest: Forest, binned: BinnedFeatures): Int32Array {
  return forest.features.map((feature, node) => {
    const plan = feature < 0 ? undefined : binned.features[feature];
    return plan?.kind === 'number' ? findBin(plan.thresholds, forest.thresholds[node]) : 0;
  });
}

/**
 * Computes raw scores of rows of the table that the forest was trained on, from its bins, for out-of-fold predictions.
 * Writes the scores of `rows[i]` to `out[i * outputs ..]`; `rounds` limits the rounds used.
 */
export function scoreBinned(
  forest: Forest,
  binned: BinnedFeatures,
  rows: Int32Array,
  out: Float64Array,
  rounds = Number.POSITIVE_INFINITY,
): void {
  const { features, firstChildren, missingLeft, categorySets, categoryWords, roots, values } = forest;
  const outputs = countOutputs(forest);
  const bins = binned.arena.bytes(0, binned.arena.mark());
  const columns = binned.features.map((_, feature) => columnOf(binned, feature));
  const starts = Float64Array.from(columns, ({ address }) => address);
  const strides = Int32Array.from(columns, ({ stride }) => stride);
  const splitBins = findSplitBins(forest, binned);
  const binCounts = Int32Array.from(binned.features, (feature) => feature.binCount);
  rows.forEach((_, place) => {
    out.set(forest.initialScores, place * outputs);
  });
  const trees = Math.min(roots.length, rounds * outputs);
  for (let tree = 0; tree < trees; tree++) {
    for (let place = 0; place < rows.length; place++) {
      let node = roots[tree];
      for (let feature = features[node]; feature >= 0; feature = features[node]) {
        const bin = bins[starts[feature] + rows[place] * strides[feature]];
        const set = categorySets[node];
        let left: boolean;
        if (set >= 0) left = ((categoryWords[set + (bin >>> 5)] >>> (bin & 31)) & 1) === 1;
        else left = bin === binCounts[feature] ? missingLeft[node] === 1 : bin <= splitBins[node];
        node = firstChildren[node] + (left ? 0 : 1);
      }
      out[place * outputs + (tree % outputs)] += values[node];
    }
  }
}
