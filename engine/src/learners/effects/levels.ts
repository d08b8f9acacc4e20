import type { Encoded } from '../../encoding/frame.ts';

/** How the cells of a slot become codes: by their value among the known ones, or by the interval that they lie in. */
export interface View {
  slot: number;
  /** Whether `cuts` are the known values; else they part intervals. */
  isExact: boolean;
  /** Ascending. */
  cuts: Float64Array;
}

/** One effect for each combination of codes that was seen: of one slot, or of several together. */
export interface Term {
  /** Places in the list of views. */
  views: readonly number[];
  /** The level of each combination, by its key. */
  levels: ReadonlyMap<number, number>;
}

/** Returns the view of a slot whose cells are categories, or numbers that stand for something. */
export function viewValues(slot: number, column: Float64Array, rows: Int32Array): View {
  const values = new Set<number>();
  for (const row of rows) if (!Number.isNaN(column[row])) values.add(column[row]);
  return { slot, isExact: true, cuts: Float64Array.from(values).sort() };
}

/** Returns the view of a number by intervals that hold about as many rows each. */
export function viewIntervals(slot: number, column: Float64Array, rows: Int32Array, count: number): View {
  const known = Float64Array.from(rows, (row) => column[row])
    .filter((value) => !Number.isNaN(value))
    .sort();
  const cuts = new Set<number>();
  for (let cut = 1; cut < count; cut++) cuts.add(known[Math.floor((cut * known.length) / count)]);
  return { slot, isExact: false, cuts: Float64Array.from(cuts).filter((cut) => !Number.isNaN(cut)) };
}

/** Returns the code of a cell; missing has the one behind all others, and a value that is not known has -1. */
export function codeOf({ isExact, cuts }: View, cell: number): number {
  if (Number.isNaN(cell)) return cuts.length + 1;
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cuts[middle] <= cell) low = middle + 1;
    else high = middle;
  }
  if (!isExact) return low;
  return low > 0 && cuts[low - 1] === cell ? low - 1 : -1;
}

/** Returns the codes of some rows, in their order. */
export function codeRows(view: View, { columns }: Pick<Encoded, 'columns'>, rows: Int32Array): Int32Array {
  const column = columns[view.slot];
  return Int32Array.from(rows, (row) => codeOf(view, column[row]));
}

/** Returns the key of the combination of some views' codes; -1 where one of them is not known. */
export function keyOf(views: readonly number[], all: readonly View[], codeAt: (view: number) => number): number {
  let key = 0;
  for (const view of views) {
    const code = codeAt(view);
    if (code < 0) return -1;
    key = key * (all[view].cuts.length + 2) + code;
  }
  return key;
}

/** Returns the level of each row in a term, -1 where its combination is not known. */
export function levelRows({ views, levels }: Term, all: readonly View[], codes: readonly Int32Array[]): Int32Array {
  let row = 0;
  const codeAt = (view: number) => codes[view][row];
  const found = new Int32Array(codes[views[0]].length);
  for (; row < found.length; row++) found[row] = levels.get(keyOf(views, all, codeAt)) ?? -1;
  return found;
}

/** Makes a term of all combinations of the views that occur. */
export function makeTerm(views: readonly number[], all: readonly View[], codes: readonly Int32Array[]): Term {
  const levels = new Map<number, number>();
  let row = 0;
  const codeAt = (view: number) => codes[view][row];
  for (; row < codes[views[0]].length; row++) {
    const key = keyOf(views, all, codeAt);
    if (key >= 0 && !levels.has(key)) levels.set(key, levels.size);
  }
  return { views, levels };
}
