import { countFeatures, type Forest } from '../forest/forest.ts';
import { thresholdSlots } from '../kernel/kernel.ts';
import { findBin } from '../kernel/thresholds.ts';
import type { Arena } from '../state/arena.ts';
import { cutTree, type TreePart } from './tree-parts.ts';

/** Rows in a tile. */
export const tileRows = 32;
/** Maximum number of nodes of a tree; walking a larger tree is faster than evaluating all of its splits. */
const mostNodes = 600;
/** The rank of missing values is above that of any threshold. */
const missingRank = 255;
const headerBytes = 16;
const splitBytes = 8;
const setBytes = 32;
const kinds = { missingRight: 0, missingLeft: 1, category: 2 };

/** Returns the distinct finite thresholds of every feature in ascending order. */
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

/** Returns whether thresholds and categories fit in bytes, and trees are small enough. */
export function fitsTiles(forest: Forest, thresholds: readonly Float64Array[]): boolean {
  const treesFit = forest.roots.every((root, tree) => endOfTree(forest, tree) - root <= mostNodes);
  const numbersFit = thresholds.every((some) => some.length < thresholdSlots);
  return treesFit && numbersFit && forest.categoryBinCounts.every((count) => count <= 255) && forest.roots.length > 0;
}

/** A program being written, with its current position. */
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
  node: number,
  [number, child]: [number, number],
): void {
  const { bytes, words, at } = writer;
  const feature = forest.features[node];
  const threshold = forest.thresholds[node];
  const isCategory = forest.categorySets[node] >= 0;
  // Infinity is above all thresholds, so its rank lets every known value pass.
  const rank = threshold === Number.POSITIVE_INFINITY ? missingRank - 1 : findBin(thresholds[feature], threshold);
  const numberKind = forest.missingLeft[node] === 1 ? kinds.missingLeft : kinds.missingRight;
  words[at / 4] = feature * tileRows;
  bytes[at + 4] = number;
  bytes[at + 5] = rank ^ 128;
  bytes[at + 6] = child;
  bytes[at + 7] = isCategory ? kinds.category : numberKind;
  writer.at += splitBytes;
  if (isCategory) writeSet(writer, forest, node);
}

function writePart(
  writer: Writer,
  forest: Forest,
  thresholds: readonly Float64Array[],
  { nodes, from, isEnd }: TreePart,
): void {
  const header = writer.at / 4;
  writer.at += headerBytes;
  // Children are numbered in the order of their parents.
  let child = 1;
  for (let number = 0; number < nodes.length; number++) {
    if (isEnd[number]) continue;
    writeSplit(writer, forest, thresholds, nodes[number], [number, child]);
    child += 2;
  }
  writer.words[header] = (child - 1) / 2;
  writer.words[header + 2] = from ? (from.part << 16) | (from.node << 8) | nodes.length : -1;
}

/** Writes the values of a part's nodes and of its waiting place; -0 where nothing is added. */
function writeValues(view: Float64Array, at: number, { values, features }: Forest, { nodes }: TreePart): void {
  for (let number = 0; number < nodes.length; number++)
    view[at + number] = features[nodes[number]] < 0 ? values[nodes[number]] : -0;
  view[at + nodes.length] = -0;
}

function bytesOf({ categorySets }: Forest, { nodes, isEnd }: TreePart): number {
  let bytes = headerBytes;
  for (let number = 0; number < nodes.length; number++)
    if (!isEnd[number]) bytes += splitBytes + (categorySets[nodes[number]] < 0 ? 0 : setBytes);
  return bytes;
}

/** A forest as the kernel scores tiles with it: addresses. */
export interface TileProgram {
  program: number;
  programEnd: number;
  /** Memory for the position of rows in each part of a tree. */
  present: number;
}

/** Room that the parts of all trees need. */
interface Room {
  /** Nodes and waiting places. */
  values: number;
  bytes: number;
  /** Most parts of a tree. */
  parts: number;
}

function measureTrees(forest: Forest): Room {
  const room: Room = { values: 0, bytes: 0, parts: 0 };
  for (let tree = 0; tree < forest.roots.length; tree++) {
    const parts = cutTree(forest, forest.roots[tree], endOfTree(forest, tree));
    room.parts = Math.max(room.parts, parts.length);
    for (const part of parts) {
      room.values += part.nodes.length + 1;
      room.bytes += bytesOf(forest, part);
    }
  }
  return room;
}

/**
 * Writes the forest as the program that `scoreTile` runs (see engine/kernel/tile.wat). Trees are cut twice, because all
 * parts of many trees together are garbage that lives long.
 */
export function writeProgram(arena: Arena, forest: Forest, thresholds: readonly Float64Array[]): TileProgram {
  const room = measureTrees(forest);
  const address = arena.allocate(room.values * 8);
  const program = arena.allocate(room.bytes);
  const values = arena.doubles(address, room.values);
  const writer = { bytes: arena.bytes(program, room.bytes), words: arena.integers(program, room.bytes / 4), at: 0 };
  let next = address;
  for (let tree = 0; tree < forest.roots.length; tree++) {
    const parts = cutTree(forest, forest.roots[tree], endOfTree(forest, tree));
    for (const [index, part] of parts.entries()) {
      const header = writer.at / 4;
      writePart(writer, forest, thresholds, part);
      writer.words[header + 1] = next;
      writer.words[header + 3] = index === parts.length - 1 ? 1 : 0;
      writeValues(values, (next - address) / 8, forest, part);
      next += (part.nodes.length + 1) * 8;
    }
  }
  return { program, programEnd: program + room.bytes, present: arena.allocate(tileRows * room.parts) };
}
