import { countOutputs, type Forest } from '../forest.ts';
import { findBin } from '../thresholds.ts';
import { encodeCode } from './encode.ts';
import { type FeatureRows, type LeafSets, maxLeaves } from './leaf-sets.ts';
import type { ScoreRow } from './score-row.ts';

const featuresAtOnce = 4;

function findRow(forest: Forest, { feature, firstRow, thresholds }: FeatureRows, value: number): number {
  if (!thresholds) return firstRow + encodeCode(forest, feature, value);
  return firstRow + (Number.isNaN(value) ? thresholds.length + 1 : findBin(thresholds, value));
}

/** Intersects the sets of the given rows (a multiple of `featuresAtOnce`) for every tree. */
function intersect({ words, treeCount }: LeafSets, rows: Int32Array, reached: Int32Array): void {
  for (let index = 0; index < rows.length; index += featuresAtOnce) {
    const a = rows[index] * treeCount;
    const b = rows[index + 1] * treeCount;
    const c = rows[index + 2] * treeCount;
    const d = rows[index + 3] * treeCount;
    if (index === 0) {
      for (let tree = 0; tree < treeCount; tree++)
        reached[tree] = words[a + tree] & words[b + tree] & words[c + tree] & words[d + tree];
    } else {
      for (let tree = 0; tree < treeCount; tree++)
        reached[tree] &= words[a + tree] & words[b + tree] & words[c + tree] & words[d + tree];
    }
  }
}

/** Adds to each output the values of the leaves that its trees end in, in the order of the trees. */
function addLeaves(
  { leafValues, treeCount }: LeafSets,
  reached: Int32Array,
  out: Float64Array,
  start: number,
  outputs: number,
) {
  for (let output = 0; output < outputs; output++) {
    let score = out[start + output];
    for (let tree = output; tree < treeCount; tree += outputs)
      score += leafValues[tree * maxLeaves + 31 - Math.clz32(reached[tree])];
    out[start + output] = score;
  }
}

/** Prepares leaf sets for rows that come alone. */
export function createLeafSetScorer(forest: Forest, sets: LeafSets): ScoreRow {
  const { featureRows, treeCount } = sets;
  const outputs = countOutputs(forest);
  const groups = Math.max(1, Math.ceil(featureRows.length / featuresAtOnce));
  const rows = new Int32Array(groups * featuresAtOnce);
  const reached = new Int32Array(treeCount);
  return (values, start, out, firstScore) => {
    for (let index = 0; index < featureRows.length; index++) {
      rows[index] = findRow(forest, featureRows[index], values[start + featureRows[index].feature]);
    }
    intersect(sets, rows, reached);
    for (let output = 0; output < outputs; output++) out[firstScore + output] = forest.initialScores[output];
    addLeaves(sets, reached, out, firstScore, outputs);
  };
}
