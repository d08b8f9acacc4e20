import { encodeRows } from './encode.ts';
import { countFeatures, countOutputs, type Forest } from './forest.ts';

/** A forest ready to score rows; holds buffers, so it must not be entered twice at once. */
export interface CompiledForest {
  /**
   * Raw scores of `count` rows. `values` is row-major, count x features: numbers with NaN for missing, categories as
   * their code, with NaN or -1 (and any unseen code) for missing. Writes count x outputs to `out`.
   */
  scoreRows(values: Float64Array, count: number, out: Float64Array): void;
}

/** Rows scored together, so that a tree is fetched once for all of them. */
const rowsPerBatch = 64;

type Walk = (forest: Forest, root: number, rows: Float64Array, start: number) => number;

/** Finds the leaf of one row in a tree that splits on numbers only. */
function walkNumbers(forest: Forest, root: number, rows: Float64Array, start: number): number {
  const { features, thresholds, firstChildren, missingLeft } = forest;
  let node = root;
  for (let feature = features[node]; feature >= 0; feature = features[node]) {
    const value = rows[start + feature];
    const right = value <= thresholds[node] || (Number.isNaN(value) && missingLeft[node] === 1) ? 0 : 1;
    node = firstChildren[node] + right;
  }
  return node;
}

function walkMixed(forest: Forest, root: number, rows: Float64Array, start: number): number {
  const { features, thresholds, firstChildren, missingLeft, categorySets, categoryWords } = forest;
  let node = root;
  for (let feature = features[node]; feature >= 0; feature = features[node]) {
    const value = rows[start + feature];
    const set = categorySets[node];
    let left: boolean;
    if (set >= 0) left = ((categoryWords[set + (value >>> 5)] >>> (value & 31)) & 1) === 1;
    else left = value <= thresholds[node] || (Number.isNaN(value) && missingLeft[node] === 1);
    node = firstChildren[node] + (left ? 0 : 1);
  }
  return node;
}

function addTrees(
  forest: Forest,
  walk: Walk,
  rows: Float64Array,
  firstRow: number,
  count: number,
  [out, firstOut]: [Float64Array, number],
): void {
  const { roots, values, initialScores } = forest;
  const outputs = countOutputs(forest);
  const width = countFeatures(forest);
  for (let row = 0; row < count; row++) out.set(initialScores, (firstOut + row) * outputs);
  for (let tree = 0; tree < roots.length; tree++) {
    const firstScore = firstOut * outputs + (tree % outputs);
    for (let row = 0; row < count; row++) {
      out[firstScore + row * outputs] += values[walk(forest, roots[tree], rows, (firstRow + row) * width)];
    }
  }
}

/** Prepares a forest for scoring. */
export function compileForest(forest: Forest): CompiledForest {
  const hasCategories = forest.categorySets.some((set) => set >= 0);
  const encoded = new Float64Array(hasCategories ? rowsPerBatch * countFeatures(forest) : 0);
  return {
    scoreRows(values, count, out) {
      for (let first = 0; first < count; first += rowsPerBatch) {
        const batch = Math.min(rowsPerBatch, count - first);
        if (hasCategories) {
          encodeRows(forest, values, first, batch, encoded);
          addTrees(forest, walkMixed, encoded, 0, batch, [out, first]);
        } else {
          addTrees(forest, walkNumbers, values, first, batch, [out, first]);
        }
      }
    },
  };
}
