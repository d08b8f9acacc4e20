import { codeOf, type Term, type View } from './levels.ts';
import type { EffectsModel } from './model-effects.ts';

/**
 * Writes the effect of each term for the encoded row that begins at `start` into `out`, and returns their sum with the
 * intercept.
 */
export type EffectsScorer = (rows: Float64Array, start: number, out: Float64Array) => number;

/** A term as it is looked up: by the number of its combination where all of them fit a table, else by the map. */
interface Lookup {
  views: Int32Array;
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
  return (rows, start, out) => {
    for (let view = 0; view < views.length; view++) codes[view] = codeOf(views[view], rows[start + views[view].slot]);
    let sum = intercept;
    for (let place = 0; place < lookups.length; place++) {
      const effect = effectOf(lookups[place], codes);
      out[place] = effect;
      sum += effect;
    }
    return sum;
  };
}

function lookUp({ views, levels }: Term, all: readonly View[], effects: Float64Array): Lookup {
  const sizes = Float64Array.from(views, (view) => all[view].cuts.length + 2);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const lookup = { views: Int32Array.from(views), sizes, table: undefined, levels, effects };
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
