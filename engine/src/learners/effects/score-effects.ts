import { once } from '../../once.ts';
import { codesByPlace, effectAt, joinCuts, type Lookup, lookUp, maskOf, placeOf, type SlotCuts } from './look-up.ts';
import type { EffectsModel } from './model-effects.ts';

/** What scores rows by effects; it scores one row, or some, at a time. */
export interface EffectsScorer {
  /** What is looked up, for explanations. */
  parts: { cuts: readonly SlotCuts[]; lookups: readonly Lookup[] };
  /**
   * Writes the effect of each term for the encoded row that begins at `start` into `out`, and returns their sum with the
   * intercept. With `before`, where the row begins that was scored just before, into the same `out`, only effects of
   * cells that differ are looked up: completions of one row differ in few.
   */
  scoreRow(rows: Float64Array, start: number, out: Float64Array, before?: number): number;
  /** Writes the same sum of each of `count` rows, which begin every `width` cells, into every `step`th place of `out`. */
  scoreRows(rows: Float64Array, width: number, count: number, out: Float64Array, step: number): void;
}

/** Rows that are scored term by term. */
const rowsAtOnce = 256;

/** Prepares the effects of a model. */
export function compileEffects({ views, terms, effects, intercept }: EffectsModel): EffectsScorer {
  const cuts = joinCuts(views);
  const ofSlots = new Map(cuts.map((own) => [own.slot, own]));
  const codes = views.map((view) => once(() => codesByPlace(view, ofSlots.get(view.slot)!)));
  const known = { all: views, cuts, codesOf: (view: number) => codes[view]() };
  const lookups = terms.map((term, place) => lookUp(term, known, effects[place]));
  const places = new Int32Array(cuts.length);
  const placesOfRows = cuts.map(() => new Int32Array(rowsAtOnce));
  const sums = new Float64Array(rowsAtOnce);
  return {
    parts: { cuts, lookups },
    scoreRow(rows, start, out, before = -1) {
      let changed = 0;
      for (let at = 0; at < cuts.length; at++) {
        const { slot } = cuts[at];
        const cell = rows[start + slot];
        if (before >= 0 && cell === rows[before + slot]) continue;
        places[at] = placeOf(cuts[at], cell);
        changed |= maskOf(at);
      }
      let sum = intercept;
      for (let term = 0; term < lookups.length; term++) {
        if (before < 0 || (lookups[term].mask & changed) !== 0) out[term] = effectOf(lookups[term], places);
        sum += out[term];
      }
      return sum;
    },
    scoreRows(rows, width, count, out, step) {
      for (let first = 0; first < count; first += rowsAtOnce) {
        const some = Math.min(rowsAtOnce, count - first);
        for (let at = 0; at < cuts.length; at++)
          for (let row = 0; row < some; row++)
            placesOfRows[at][row] = placeOf(cuts[at], rows[(first + row) * width + cuts[at].slot]);
        sums.fill(intercept, 0, some);
        for (const lookup of lookups) addTerm(lookup, placesOfRows, some, sums, places);
        for (let row = 0; row < some; row++) out[(first + row) * step] = sums[row];
      }
    },
  };
}

/** Returns the effect of a term by the places of cells in their slots. */
export function effectOf(lookup: Lookup, places: Int32Array): number {
  const { slots, offsets, table } = lookup;
  if (!table) return effectAt(lookup, places);
  let number = offsets[0][places[slots[0]]];
  for (let at = 1; at < slots.length; at++) number += offsets[at][places[slots[at]]];
  return table[Math.min(number, table.length - 1)];
}

/** Adds the effect of a term to the sum of each row. */
function addTerm(
  lookup: Lookup,
  placesOfRows: readonly Int32Array[],
  count: number,
  sums: Float64Array,
  scratch: Int32Array,
): void {
  const { slots, offsets, table } = lookup;
  if (table && slots.length === 1) addOfOne(table, offsets[0], placesOfRows[slots[0]], count, sums);
  else if (table && slots.length === 2)
    addOfTwo(table, offsets, placesOfRows[slots[0]], placesOfRows[slots[1]], count, sums);
  else
    for (let row = 0; row < count; row++) {
      for (const slot of slots) scratch[slot] = placesOfRows[slot][row];
      sums[row] += effectOf(lookup, scratch);
    }
}

function addOfOne(table: Float64Array, offsets: Int32Array, places: Int32Array, count: number, sums: Float64Array) {
  const last = table.length - 1;
  for (let row = 0; row < count; row++) sums[row] += table[Math.min(offsets[places[row]], last)];
}

function addOfTwo(
  table: Float64Array,
  [offsetsOfOne, offsetsOfOther]: readonly Int32Array[],
  one: Int32Array,
  other: Int32Array,
  count: number,
  sums: Float64Array,
) {
  const last = table.length - 1;
  for (let row = 0; row < count; row++)
    sums[row] += table[Math.min(offsetsOfOne[one[row]] + offsetsOfOther[other[row]], last)];
}
