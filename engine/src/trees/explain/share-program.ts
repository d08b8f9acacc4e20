import { createShareKernel } from '../kernel/wasm.ts';
import { Arena } from '../state/arena.ts';
import type { ExplainedLeaf } from './explained-leaf.ts';
import { type FeatureBox, passes } from './leaf-boxes.ts';
import { countParts, highestRank, inputsAtOnce, type LeafGroup, lanes, tableBytes } from './leaf-groups.ts';
import { shareLeaf } from './leaf-shares.ts';

/** Bytes of the layout that engine/kernel/leaf-shares.wat describes. */
const laneBytes = 2 * lanes;
const slotBytes = 16;
const sumBytes = inputsAtOnce * 8;

/** Adds what the leaves of all groups add, to `sums` by input, for a row of ranks (-1 where missing) and bins. */
export type AddShares = (row: Int32Array, sums: Float64Array) => void;

/** Prepares groups for the kernel. `binCounts` has the category bins of each feature, 0 for numbers. */
export function compileShares(groups: readonly LeafGroup[], binCounts: Int32Array): AddShares {
  const arena = new Arena();
  const row = arena.allocate(binCounts.length * 8);
  const parts = groups.flatMap((group) => Array.from({ length: countParts(group) }, (_, part) => ({ group, part })));
  const begin = arena.allocate(parts.reduce((sum, { group }) => sum + groupBytes(group, binCounts), 0));
  const out = arena.allocate(parts.length * sumBytes);
  const empty = arena.allocate(sumBytes);
  arena.doubles(empty, inputsAtOnce).fill(0);
  let end = begin;
  for (const group of groups) {
    const tables = group.leaves.map((leaf) => writeTables(arena, leaf));
    for (let part = 0; part < countParts(group); part++) {
      const addresses = tables.map((table) => table + part * tableBytes(group));
      writeGroup(arena, end, group, { row, binCounts, addresses, empty });
      end += groupBytes(group, binCounts);
    }
  }
  const { addLeafShares } = createShareKernel(arena.memory);
  const values = arena.integers(row, binCounts.length * 2);
  const added = arena.doubles(out, parts.length * inputsAtOnce);
  const targets = parts.flatMap(({ group, part }) =>
    Array.from({ length: inputsAtOnce }, (_, place) => group.inputs[part * inputsAtOnce + place] ?? -1),
  );
  return (ranks, sums) => {
    for (let feature = 0; feature < ranks.length; feature++) {
      const isCategory = binCounts[feature] > 0;
      values[feature * 2] = isCategory ? -1 : Math.min(ranks[feature], highestRank);
      values[feature * 2 + 1] = laneBytes * (isCategory ? ranks[feature] : missingPlace);
    }
    addLeafShares(begin, end, out);
    for (let place = 0; place < targets.length; place++) if (targets[place] >= 0) sums[targets[place]] += added[place];
  };
}

/** The box of a number has its lows, its highs, and then where a missing value fails. */
const missingPlace = 2;

function boxBytes(binCount: number): number {
  return laneBytes * (binCount > 0 ? binCount + 1 : missingPlace + 1);
}

function groupBytes({ features, leaves }: LeafGroup, binCounts: Int32Array): number {
  const block = features.reduce((sum, feature) => sum + boxBytes(binCounts[feature]), 0) + lanes * 4;
  return slotBytes * (1 + features.length) + Math.ceil(leaves.length / lanes) * block;
}

/** Writes what a leaf adds for each set of failed inputs, a table for each four inputs, and returns their address. */
function writeTables(arena: Arena, leaf: ExplainedLeaf): number {
  const { background, inputs } = leaf;
  const sets = 2 ** inputs.length;
  const size = sets * inputsAtOnce;
  const address = arena.allocate(countParts(leaf) * size * 8);
  const tables = arena.doubles(address, countParts(leaf) * size).fill(0);
  const shares = new Float64Array(inputs.length);
  for (let failed = 0; failed < sets; failed++) {
    if (!shareLeaf(background, failed, inputs.length, shares)) continue;
    for (const [input, share] of shares.entries())
      tables[Math.floor(input / inputsAtOnce) * size + failed * inputsAtOnce + (input % inputsAtOnce)] = share;
  }
  return address;
}

interface Places {
  row: number;
  binCounts: Int32Array;
  /** The table of each leaf, and one that adds nothing. */
  addresses: readonly number[];
  empty: number;
}

function writeGroup(arena: Arena, begin: number, group: LeafGroup, places: Places): void {
  const { features, leaves } = group;
  const { row, binCounts, addresses, empty } = places;
  const blocks = Math.ceil(leaves.length / lanes);
  const heads = arena.integers(begin, (1 + features.length) * (slotBytes / 4)).fill(0);
  heads.set([features.length, blocks]);
  for (const [slot, feature] of features.entries())
    heads.set([row + feature * 8, sumBytes * bitOf(leaves[0], slot), boxBytes(binCounts[feature])], 4 * (slot + 1));
  let at = begin + heads.byteLength;
  for (let block = 0; block < blocks; block++) {
    const some = leaves.slice(block * lanes, (block + 1) * lanes);
    for (const [slot, feature] of features.entries()) {
      const boxes = some.map((leaf) => leaf.boxes[slot]);
      writeBox(arena.shorts(at, boxBytes(binCounts[feature]) / 2), boxes, binCounts[feature]);
      at += boxBytes(binCounts[feature]);
    }
    const tables = arena.integers(at, lanes).fill(empty);
    tables.set(addresses.slice(block * lanes, (block + 1) * lanes));
    at += tables.byteLength;
  }
}

/** The bit of the input of a feature; leaves of one group have the same. */
function bitOf({ boxes, inputs }: ExplainedLeaf, slot: number): number {
  return 1 << inputs.indexOf(boxes[slot].input);
}

/** Lanes without a leaf fail nothing. */
function writeBox(into: Int16Array, boxes: readonly FeatureBox[], binCount: number): void {
  into.fill(0);
  if (binCount > 0) {
    for (const [lane, box] of boxes.entries())
      for (let bin = 0; bin <= binCount; bin++) into[bin * lanes + lane] = passes(box, bin) ? 0 : -1;
    return;
  }
  into.fill(-1, 0, lanes).fill(highestRank, lanes, 2 * lanes);
  for (const [lane, box] of boxes.entries()) {
    into[lane] = box.low;
    into[lanes + lane] = Math.min(box.high, highestRank);
    into[missingPlace * lanes + lane] = box.passesMissing ? 0 : -1;
  }
}
