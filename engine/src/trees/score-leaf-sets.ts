import { encodeCode } from './encode.ts';
import { countFeatures, countOutputs, type Forest } from './forest.ts';
import { type FeatureRows, findInterval, type LeafSets, maxLeaves } from './leaf-sets.ts';

const featuresAtOnce = 4;

function findRow(forest: Forest, { feature, firstRow, thresholds }: FeatureRows, value: number): number {
  if (!thresholds) return firstRow + encodeCode(forest, feature, value);
  return firstRow + (Number.isNaN(value) ? thresholds.length + 1 : findInterval(thresholds, value));
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

/** Scores rows by their leaf sets, to the same bits as by walking. */
export function createLeafSetScorer(
  forest: Forest,
  sets: LeafSets,
): (values: Float64Array, count: number, out: Float64Array) => void {
  const { featureRows, treeCount } = sets;
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const groups = Math.max(1, Math.ceil(featureRows.length / featuresAtOnce));
  const rows = new Int32Array(groups * featuresAtOnce);
  const reached = new Int32Array(treeCount);
  return (values, count, out) => {
    for (let row = 0; row < count; row++) {
      for (const [index, one] of featureRows.entries())
        rows[index] = findRow(forest, one, values[row * width + one.feature]);
      intersect(sets, rows, reached);
      out.set(forest.initialScores, row * outputs);
      addLeaves(sets, reached, out, row * outputs, outputs);
    }
  };
}
