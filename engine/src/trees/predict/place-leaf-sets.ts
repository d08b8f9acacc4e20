import { countOutputs, type Forest } from '../forest/forest.ts';
import type { Arena } from '../state/arena.ts';
import { type LeafSets, leafSlots } from './leaf-sets.ts';

/** Leaf sets where the kernel reads them: the trees of each output lie together, in groups of four. */
export interface PlacedLeafSets {
  /** Address of the list of row 0 of the sets, which keeps all leaves. */
  lists: number;
  /** Bytes of a list. */
  listBytes: number;
  /** By output: the bytes of a list where its trees begin and end, its leaf values, and its score before the first tree. */
  segments: readonly { start: number; end: number; values: number; initial: number }[];
}

/** The kernel reads that many trees at once. */
const treesAtOnce = 4;
const treeBytes = leafSlots * 8;

export function placeLeafSets(arena: Arena, forest: Forest, sets: LeafSets): PlacedLeafSets {
  const outputs = countOutputs(forest);
  const places = Math.ceil(sets.treeCount / outputs / treesAtOnce) * treesAtOnce;
  const listWords = places * outputs;
  const placeOf = Int32Array.from(
    { length: sets.treeCount },
    (_, tree) => (tree % outputs) * places + Math.floor(tree / outputs),
  );
  const lists = arena.allocate(sets.rowCount * listWords * 4);
  // A place without a tree keeps its first leaf, whose value changes no sum.
  const words = arena.integers(lists, sets.rowCount * listWords).fill(1);
  for (let row = 0; row < sets.rowCount; row++)
    for (let tree = 0; tree < sets.treeCount; tree++)
      words[row * listWords + placeOf[tree]] = sets.words[row * sets.treeCount + tree];
  // In an untrusted forest a tree may have no leaf left; the kernel then reads the value behind its last one.
  const values = arena.allocate(listWords * treeBytes + 8);
  const leafValues = arena.doubles(values, listWords * leafSlots + 1).fill(-0);
  for (let tree = 0; tree < sets.treeCount; tree++)
    leafValues.set(sets.leafValues.subarray(tree * leafSlots, (tree + 1) * leafSlots), placeOf[tree] * leafSlots);
  const segments = Array.from(forest.initialScores, (initial, output) => ({
    start: output * places * 4,
    end: (output + 1) * places * 4,
    values: values + output * places * treeBytes,
    initial,
  }));
  return { lists, listBytes: listWords * 4, segments };
}
