import { codeOf, type Term, type View } from './levels.ts';
import type { EffectsModel } from './model-effects.ts';

/**
 * Writes the effect of each term for the encoded row that begins at `start` into `out`, and returns their sum with the
 * intercept. With `before`, where the row begins that was scored just before, into the same `out`, only effects of cells
 * that differ are looked up: completions of one row differ in few.
 */
export type EffectsScorer = (rows: Float64Array, start: number, out: Float64Array, before?: number) => number;

/** A term as it is looked up: by the number of its combination where all of them fit a table, else by the map. */
interface Lookup {
  views: Int32Array;
  /** A bit for each view, all bits where there are views beyond the 31st. */
  mask: number;
  /** Number of codes of each view. */
  sizes: Float64Array;
  /** Effects by key; 0 for combinations that were not seen. */
  table: Float64Array | undefined;
  levels: Term['levels'];
  effects: Float64Array;
}

/** Maximum cells of a table, and for each level that it holds. */
const [mostCells, mostCellsOfLevel] = [65_536, 32];

/** Prepares the effects of a model. What it returns is for one row at a time. */
export function compileEffects({ views, terms, effects, intercept }: EffectsModel): EffectsScorer {
  const lookups = terms.map((term, place) => lookUp(term, views, effects[place]));
  const codes = new Int32Array(views.length);
  return (rows, start, out, before = -1) => {
    let changed = 0;
    for (let view = 0; view < views.length; view++) {
      const { slot } = views[view];
      const cell = rows[start + slot];
      if (before >= 0 && cell === rows[before + slot]) continue;
      codes[view] = codeOf(views[view], cell);
      changed |= maskOf(view);
    }
    let sum = intercept;
    for (let place = 0; place < lookups.length; place++) {
      const lookup = lookups[place];
      if (before < 0 || (lookup.mask & changed) !== 0) out[place] = effectOf(lookup, codes);
      sum += out[place];
    }
    return sum;
  };
}

function maskOf(view: number): number {
  return view < 31 ? 1 << view : -1;
}

function lookUp({ views, levels }: Term, all: readonly View[], effects: Float64Array): Lookup {
  const sizes = Float64Array.from(views, (view) => all[view].cuts.length + 2);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const mask = views.reduce((bits, view) => bits | maskOf(view), 0);
  const lookup = { views: Int32Array.from(views), mask, sizes, table: undefined, levels, effects };
  if (cells > mostCells || cells > mostCellsOfLevel * Math.max(8, levels.size)) return lookup;
  const table = new Float64Array(cells);
  for (const [key, level] of levels) if (key < cells) table[key] = effects[level];
  return { ...lookup, table };
}

/** Returns 0 where a value or its combination with others was not seen. */
function effectOf({ views, sizes, table, levels, effects }: Lookup, codes: Int32Array): number {
  let key = 0;
  for (let place = 0; place < views.length; place++) {
    const code = codes[views[place]];
    if (code < 0) return 0;
    key = key * sizes[place] + code;
  }
  if (table) return table[key];
  const level = levels.get(key);
  return level === undefined ? 0 : effects[level];
}
