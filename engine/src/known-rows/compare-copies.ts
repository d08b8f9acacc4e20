import { createMulberry32, rowNumbers, shuffle } from '../random.ts';
import { comparable } from './known-rows.ts';

/** A slot of an encoded row, with the cells of all rows. */
export interface SlotColumn {
  slot: number;
  cells: Float64Array;
  /** Whether copies may differ in it by a little. */
  isJittered: boolean;
}

/** How a row is compared with its copies. */
export interface Comparison {
  /** Copies are equal in these; the most telling ones. */
  equal: SlotColumn[];
  /** Copies differ in these by no more than the tolerance; the most telling ones, from the most telling on. */
  near: (SlotColumn & { tolerance: number })[];
}

/**
 * Twice the difference that this share of the copies stays below is the tolerance: that holds nearly all copies, normal
 * or even, and single rows that were taken for copies by chance do not stretch it.
 */
const [sureShare, stretch] = [0.9, 2];
/** Greatest tolerance, as a share of how far two other rows lie apart. */
const mostOfSpread = 0.5;
const mostPairs = 20_000;
/** Most slots that must be equal, so that a row of thousands is recognised in microseconds. */
const mostEqual = 64;

/** Learns from rows of one group in which slots copies are equal, and by how much they differ in the others. */
export function compareCopies(columns: readonly SlotColumn[], group: Int32Array, mostNear: number): Comparison {
  const copies = pairsOfCopies(group);
  const others = pairsByChance(group.length, copies.length);
  const equal: { column: SlotColumn; tells: number }[] = [];
  const near: (Comparison['near'][number] & { share: number })[] = [];
  for (const column of columns) {
    const difference = quantile(differences(column.cells, copies), sureShare);
    const usual = differences(column.cells, others);
    if (difference === 0) equal.push({ column, tells: usual.filter((other) => other > 0).length });
    if (difference === 0 || !column.isJittered) continue;
    const tolerance = stretch * difference;
    const share = tolerance / quantile(usual, 0.5);
    if (share < mostOfSpread) near.push({ ...column, tolerance, share });
  }
  return {
    equal: equal
      .sort((a, b) => b.tells - a.tells || a.column.slot - b.column.slot)
      .slice(0, mostEqual)
      .map(({ column }) => column),
    near: near.sort((a, b) => a.share - b.share || a.slot - b.slot).slice(0, mostNear),
  };
}

type Pair = readonly [number, number];

/** Returns each row of a group with the next one. */
function pairsOfCopies(group: Int32Array): Pair[] {
  const last = new Map<number, number>();
  const pairs: Pair[] = [];
  for (const [row, first] of group.entries()) {
    const before = last.get(first);
    if (before !== undefined) pairs.push([before, row]);
    last.set(first, row);
  }
  const step = Math.ceil(pairs.length / mostPairs);
  return pairs.filter((_, place) => place % step === 0);
}

function pairsByChance(rowCount: number, count: number): Pair[] {
  const order = shuffle(rowNumbers(rowCount), createMulberry32(rowCount));
  return Array.from({ length: Math.min(count, rowCount - 1) }, (_, place): Pair => [order[place], order[place + 1]]);
}

function differences(cells: Float64Array, pairs: readonly Pair[]): Float64Array {
  return Float64Array.from(pairs, ([one, other]) => Math.abs(comparable(cells[one]) - comparable(cells[other]))).sort();
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))];
}
