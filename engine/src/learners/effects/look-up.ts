import { countBelow, type EdgeSearch, prepareEdges } from '../../numerics/edge-search.ts';
import { codeOf, type Term, type View } from './levels.ts';

/** The cuts of all views of a slot together: a cell is searched among them once. */
export interface SlotCuts {
  slot: number;
  search: EdgeSearch;
}

/**
 * A term as it is looked up. Each of its slots has an offset for each place, and the sum of these is the number of the
 * combination: in `table` where all of them fit one, else a key of the map.
 */
export interface Lookup {
  /** Places in the list of slots. */
  slots: Int32Array;
  /** A bit for each slot, all bits where there are slots beyond the 31st. */
  mask: number;
  offsets: readonly Int32Array[];
  /** Effects by number; the last one is 0, for combinations that were not seen. */
  table: Float64Array | undefined;
  keys: readonly Float64Array[];
  levels: Term['levels'];
  effects: Float64Array;
}

/** Maximum cells of a table, and for each level that it holds. */
const [mostCells, mostCellsOfLevel] = [65_536, 32];

export function joinCuts(views: readonly View[]): SlotCuts[] {
  const cutsOf = new Map<number, Set<number>>();
  for (const { slot, cuts } of views) cutsOf.set(slot, new Set([...(cutsOf.get(slot) ?? []), ...cuts]));
  return [...cutsOf].map(([slot, cuts]) => ({ slot, search: prepareEdges(Float64Array.from(cuts).sort()) }));
}

/** Returns the place of a cell: two for each cut, below it and on it, one above all, and the last for missing. */
export function placeOf({ search }: SlotCuts, cell: number): number {
  const { edges } = search;
  if (Number.isNaN(cell)) return 2 * edges.length + 1;
  const below = countBelow(search, cell);
  return 2 * below + (edges[below] === cell ? 1 : 0);
}

/** Returns the codes of a view by the places of its slot; -1 for values that it does not know. */
export function codesByPlace(view: View, { search: { edges } }: SlotCuts): Float64Array {
  const codes = new Float64Array(2 * edges.length + 2);
  const between = (edge: number) => (view.isExact ? -1 : edge === 0 ? 0 : codeOf(view, edges[edge - 1]));
  for (let edge = 0; edge < edges.length; edge++) {
    codes[2 * edge] = between(edge);
    codes[2 * edge + 1] = codeOf(view, edges[edge]);
  }
  codes[2 * edges.length] = between(edges.length);
  codes[2 * edges.length + 1] = codeOf(view, Number.NaN);
  return codes;
}

export function maskOf(slot: number): number {
  return slot < 31 ? 1 << slot : -1;
}

/** `codesOf` tells the codes of a view by place, which many terms share. */
export function lookUp(
  { views, levels }: Term,
  { all, cuts, codesOf }: { all: readonly View[]; cuts: readonly SlotCuts[]; codesOf: (view: number) => Float64Array },
  effects: Float64Array,
): Lookup {
  const slots = Int32Array.from(views, (view) => cuts.findIndex(({ slot }) => slot === all[view].slot));
  const sizes = views.map((view) => all[view].cuts.length + 2);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const keys = views.map((view, place) => {
    const size = sizes.slice(place + 1).reduce((product, one) => product * one, 1);
    return codesOf(view).map((code) => (code < 0 ? Number.POSITIVE_INFINITY : code * size));
  });
  const mask = slots.reduce((bits, slot) => bits | maskOf(slot), 0);
  const lookup = { slots, mask, offsets: [], table: undefined, keys, levels, effects };
  if (cells > mostCells || cells > mostCellsOfLevel * Math.max(8, levels.size)) return lookup;
  const table = new Float64Array(cells + 1);
  for (const [key, level] of levels) if (key < cells) table[key] = effects[level];
  return { ...lookup, table, offsets: keys.map((own) => new Int32Array(own.map((key) => Math.min(key, cells)))) };
}

/** Returns 0 where a value or its combination with others was not seen. */
export function effectAt({ slots, keys, levels, effects }: Lookup, places: Int32Array): number {
  let key = 0;
  for (let at = 0; at < slots.length; at++) key += keys[at][places[slots[at]]];
  const level = levels.get(key);
  return level === undefined ? 0 : effects[level];
}
