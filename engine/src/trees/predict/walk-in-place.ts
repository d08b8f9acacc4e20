import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import { encodeCode } from './encode.ts';
import type { ScoreRow } from './score-row.ts';

/** Returns what scores rows of a forest as it lies, so that the first row waits for nothing that is prepared. */
export function walkInPlace(forest: Forest): ScoreRow {
  const { roots, values, initialScores, categoryBinCounts } = forest;
  const outputs = countOutputs(forest);
  const row = new Float64Array(countFeatures(forest));
  const words = new Int32Array(row.buffer);
  const categories = [...categoryBinCounts.keys()].filter((feature) => categoryBinCounts[feature] > 0);
  return (cells, start, out, firstScore) => {
    row.set(cells.subarray(start, start + row.length));
    for (const feature of categories) words[feature * 2] = encodeCode(forest, feature, cells[start + feature]);
    out.set(initialScores, firstScore);
    for (let tree = 0; tree < roots.length; tree++)
      out[firstScore + (tree % outputs)] += values[findLeaf(forest, roots[tree], row, words)];
  };
}

/** Walks down a tree where it lies. `words` are those of `row`; of a category the low one is its bin. */
export function findLeaf(forest: Forest, root: number, row: Float64Array, words: Int32Array): number {
  const { features, thresholds, firstChildren, missingLeft, categorySets, categoryWords } = forest;
  let node = root;
  for (let feature = features[node]; feature >= 0; feature = features[node]) {
    const set = categorySets[node];
    const value = row[feature];
    const bin = words[feature * 2];
    const isLeft =
      set >= 0
        ? (categoryWords[set + (bin >>> 5)] >>> (bin & 31)) & 1
        : Number.isNaN(value)
          ? missingLeft[node]
          : Number(value <= thresholds[node]);
    node = firstChildren[node] + (isLeft === 1 ? 0 : 1);
  }
  return node;
}
