import type { Arena } from '../arena.ts';
import { countFeatures, type Forest } from '../forest.ts';
import { thresholdSlots } from '../kernel/kernel.ts';
import { findBin } from '../thresholds.ts';

/** Rows in a tile. */
export const tileRows = 32;
/** Nodes of a tree are told apart by a byte. */
const mostNodes = 256;
/** The rank of missing values is above that of any threshold. */
const missingRank = 255;
const headerBytes = 8;
const splitBytes = 8;
const setBytes = 32;
const kinds = { missingRight: 0, missingLeft: 1, category: 2 };

/** The distinct thresholds of every feature in ascending order, without Infinity, which no value exceeds. */
export function collectThresholds(forest: Forest): Float64Array[] {
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

/** Whether trees, thresholds and categories are few enough to be told apart by bytes. */
export function fitsTiles(forest: Forest, thresholds: readonly Float64Array[]): boolean {
  const treesFit = forest.roots.every((root, tree) => endOfTree(forest, tree) - root <= mostNodes);
  const numbersFit = thresholds.every((some) => some.length < thresholdSlots);
  return treesFit && numbersFit && forest.categoryBinCounts.every((count) => count <= 255) && forest.roots.length > 0;
}

/** A program being written, and how far it has got. */
interface Writer {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  at: number;
}

function writeSet(writer: Writer, forest: Forest, node: number): void {
  const set = forest.categorySets[node];
  const length = (forest.categoryBinCounts[forest.features[node]] >>> 5) + 1;
  writer.words.fill(0, writer.at / 4, (writer.at + setBytes) / 4);
  writer.words.set(forest.categoryWords.subarray(set, set + length), writer.at / 4);
  writer.at += setBytes;
}

function writeSplit(
  writer: Writer,
  forest: Forest,
  thresholds: readonly Float64Array[],
  root: number,
  node: number,
): void {
  const { bytes, words, at } = writer;
  const feature = forest.features[node];
  const threshold = forest.thresholds[node];
  const isCategory = forest.categorySets[node] >= 0;
  // Infinity has all thresholds below it: its rank lets every known value pass.
  const rank = threshold === Number.POSITIVE_INFINITY ? missingRank - 1 : findBin(thresholds[feature], threshold);
  const numberKind = forest.missingLeft[node] === 1 ? kinds.missingLeft : kinds.missingRight;
  words[at / 4] = feature * tileRows;
  bytes[at + 4] = node - root;
  bytes[at + 5] = rank ^ 128;
  bytes[at + 6] = forest.firstChildren[node] - root;
  bytes[at + 7] = isCategory ? kinds.category : numberKind;
  writer.at += splitBytes;
  if (isCategory) writeSet(writer, forest, node);
}

function writeTree(
  writer: Writer,
  forest: Forest,
  thresholds: readonly Float64Array[],
  tree: number,
  values: number,
): void {
  const root = forest.roots[tree];
  const header = writer.at / 4;
  writer.at += headerBytes;
  let splits = 0;
  for (let node = root; node < endOfTree(forest, tree); node++) {
    if (forest.features[node] < 0) continue;
    writeSplit(writer, forest, thresholds, root, node);
    splits++;
  }
  writer.words[header] = splits;
  writer.words[header + 1] = values + root * 8;
}

/**
 * Writes the forest as the program that `scoreTile` runs (see engine/kernel/tile.wat). `values` is the address of the
 * nodes' values. Returns the program's first address and its end.
 */
export function writeProgram(
  arena: Arena,
  forest: Forest,
  thresholds: readonly Float64Array[],
  values: number,
): { program: number; programEnd: number } {
  const splits = forest.features.filter((feature) => feature >= 0).length;
  const sets = forest.categorySets.filter((set) => set >= 0).length;
  const length = forest.roots.length * headerBytes + splits * splitBytes + sets * setBytes;
  const program = arena.allocate(length);
  const writer = { bytes: arena.bytes(program, length), words: arena.integers(program, length / 4), at: 0 };
  for (let tree = 0; tree < forest.roots.length; tree++) writeTree(writer, forest, thresholds, tree, values);
  return { program, programEnd: program + length };
}
