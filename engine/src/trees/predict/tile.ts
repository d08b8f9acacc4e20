import type { Arena } from '../arena.ts';
import { countFeatures, countOutputs, type Forest } from '../forest.ts';
import { type Scorer, thresholdSlots } from '../kernel/kernel.ts';
import { findBin } from '../thresholds.ts';
import { encodeCode } from './encode.ts';
import type { ScoreTile } from './score-row.ts';

/** Rows in a tile. */
export const tileRows = 32;
/** Nodes of a tree are told apart by a byte. */
const mostNodes = 256;
/** The rank of missing values is above that of any threshold. */
const missingRank = 255;
const splitBytes = 8;
const setBytes = 32;
const kinds = { missingRight: 0, missingLeft: 1, category: 2 };

/** The distinct thresholds of every feature in ascending order, without Infinity, which no value exceeds. */
function collectThresholds(forest: Forest): Float64Array[] {
  const distinct = Array.from({ length: countFeatures(forest) }, () => new Set<number>());
  forest.features.forEach((feature, node) => {
    const threshold = forest.thresholds[node];
    if (feature >= 0 && forest.categorySets[node] < 0 && threshold < Number.POSITIVE_INFINITY) {
      distinct[feature].add(threshold);
    }
  });
  return distinct.map((thresholds) => Float64Array.from(thresholds).sort());
}

function endOfTree({ roots, features }: Forest, tree: number): number {
  return tree + 1 < roots.length ? roots[tree + 1] : features.length;
}

function fitsTiles(forest: Forest, thresholds: readonly Float64Array[]): boolean {
  const treesFit = forest.roots.every((root, tree) => endOfTree(forest, tree) - root <= mostNodes);
  const numbersFit = thresholds.every((some) => some.length < thresholdSlots);
  return treesFit && numbersFit && forest.categoryBinCounts.every((count) => count <= 255) && forest.roots.length > 0;
}

/** Writes the program of `scoreTile`; returns its address and end. */
function writeProgram(
  arena: Arena,
  forest: Forest,
  thresholds: readonly Float64Array[],
  values: number,
): [number, number] {
  const { features, roots, firstChildren, missingLeft, categorySets, categoryWords, categoryBinCounts } = forest;
  const setCount = categorySets.filter((set) => set >= 0).length;
  const length = (roots.length + features.length) * splitBytes + setCount * setBytes;
  const program = arena.allocate(length);
  const bytes = arena.bytes(program, length);
  const words = arena.integers(program, length / 4);
  let at = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    const header = at / 4;
    at += 8;
    let splits = 0;
    for (let node = roots[tree]; node < endOfTree(forest, tree); node++) {
      const feature = features[node];
      if (feature < 0) continue;
      splits++;
      words[at / 4] = feature * tileRows;
      bytes[at + 4] = node - roots[tree];
      bytes[at + 6] = firstChildren[node] - roots[tree];
      const set = categorySets[node];
      if (set < 0) {
        // Infinity has all thresholds below it: its rank lets every known value pass.
        const isLast = forest.thresholds[node] === Number.POSITIVE_INFINITY;
        const rank = isLast ? missingRank - 1 : findBin(thresholds[feature], forest.thresholds[node]);
        bytes[at + 5] = rank ^ 128;
        bytes[at + 7] = missingLeft[node] === 1 ? kinds.missingLeft : kinds.missingRight;
      } else {
        bytes[at + 7] = kinds.category;
        const setWords = new Uint32Array(setBytes / 4);
        setWords.set(categoryWords.subarray(set, set + (categoryBinCounts[feature] >>> 5) + 1));
        words.set(setWords, (at + splitBytes) / 4);
        at += setBytes;
      }
      at += splitBytes;
    }
    words[header] = splits;
    words[header + 1] = values + roots[tree] * 8;
  }
  return [program, program + at];
}

/**
 * Prepares a forest for batches; undefined if it does not fit (trees of more than 256 nodes, features of more than 254 thresholds or 255 categories).
 */
export function createTiles(arena: Arena, scorer: Scorer, forest: Forest): ScoreTile | undefined {
  const thresholds = collectThresholds(forest);
  if (!fitsTiles(forest, thresholds)) return undefined;
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const values = arena.allocate(forest.values.length * 8);
  arena.doubles(values, forest.values.length).set(forest.values);
  const [program, programEnd] = writeProgram(arena, forest, thresholds, values);
  const tables = arena.allocate(width * thresholdSlots * 8);
  const tableView = arena.doubles(tables, width * thresholdSlots).fill(Number.POSITIVE_INFINITY);
  for (const [feature, some] of thresholds.entries()) tableView.set(some, feature * thresholdSlots);
  const rows = arena.allocate(width * tileRows * 8);
  const tile = arena.allocate(width * tileRows);
  const present = arena.allocate(tileRows);
  const scores = arena.allocate(outputs * tileRows * 8);
  const rowView = arena.doubles(rows, width * tileRows);
  const tileView = arena.bytes(tile, width * tileRows);
  const scoreView = arena.doubles(scores, outputs * tileRows);
  const isUsed = thresholds.map((some) => some.length > 0);
  for (const feature of forest.features) if (feature >= 0) isUsed[feature] = true;

  function fillTile(given: Float64Array, first: number, count: number): void {
    rowView.set(given.subarray(first * width, (first + count) * width));
    for (let feature = 0; feature < width; feature++) {
      if (!isUsed[feature]) continue;
      const column = feature * tileRows;
      if (forest.categoryBinCounts[feature] === 0) {
        scorer.rankTile(rows + feature * 8, width * 8, tables + feature * thresholdSlots * 8, tile + column);
        continue;
      }
      for (let row = 0; row < count; row++) {
        tileView[column + row] = encodeCode(forest, feature, rowView[row * width + feature]);
      }
    }
  }

  return (given, first, count, out) => {
    fillTile(given, first, count);
    for (let row = 0; row < tileRows; row++) {
      for (let output = 0; output < outputs; output++) scoreView[row * outputs + output] = forest.initialScores[output];
    }
    scorer.scoreTile(program, programEnd, tile, outputs, scores, present);
    out.set(count === tileRows ? scoreView : scoreView.subarray(0, count * outputs), first * outputs);
  };
}
