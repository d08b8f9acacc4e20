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

/** Returns the code of a view by place; -1 for values that it does not know. */
function codesByPlace(view: View, { search: { edges } }: SlotCuts): number[] {
  const codes: number[] = [];
  for (const [place, edge] of edges.entries()) {
    const between = place === 0 ? 0 : codeOf(view, edges[place - 1]);
    codes.push(view.isExact ? -1 : between, codeOf(view, edge));
  }
  const above = edges.length === 0 ? 0 : codeOf(view, edges[edges.length - 1]);
  return [...codes, view.isExact ? -1 : above, codeOf(view, Number.NaN)];
}

export function maskOf(slot: number): number {
  return slot < 31 ? 1 << slot : -1;
}

export function lookUp(
  { views, levels }: Term,
  all: readonly View[],
  cuts: readonly SlotCuts[],
  effects: Float64Array,
): Lookup {
  const slots = Int32Array.from(views, (view) => cuts.findIndex(({ slot }) => slot === all[view].slot));
  const sizes = views.map((view) => all[view].cuts.length + 2);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const keys = views.map((view, place) => {
    const size = sizes.slice(place + 1).reduce((product, one) => product * one, 1);
    const codes = codesByPlace(all[view], cuts[slots[place]]);
    return Float64Array.from(codes, (code) => (code < 0 ? Number.POSITIVE_INFINITY : code * size));
  });
  const mask = slots.reduce((bits, slot) => bits | maskOf(slot), 0);
  const lookup = { slots, mask, offsets: [], table: undefined, keys, levels, effects };
  if (cells > mostCells || cells > mostCellsOfLevel * Math.max(8, levels.size)) return lookup;
  const table = new Float64Array(cells + 1);
  for (const [key, level] of levels) if (key < cells) table[key] = effects[level];
  return { ...lookup, table, offsets: keys.map((own) => Int32Array.from(own, (key) => Math.min(key, cells))) };
}

/** Returns 0 where a value or its combination with others was not seen. */
export function effectAt({ slots, keys, levels, effects }: Lookup, places: Int32Array): number {
  let key = 0;
  for (let at = 0; at < slots.length; at++) key += keys[at][places[slots[at]]];
  const level = levels.get(key);
  return level === undefined ? 0 : effects[level];
}
