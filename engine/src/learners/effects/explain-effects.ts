import type { AddContributions } from '../contract.ts';
import { type Lookup, placeOf, type SlotCuts } from './look-up.ts';
import { effectOf } from './score-effects.ts';

/** A term with its inputs, which are at most three. */
interface ExplainedTerm {
  lookup: Lookup;
  inputs: readonly number[];
  /** By slot of the lookup: the place of its input among `inputs`. */
  playerOf: readonly number[];
  /** The mean effect of the rows of the background. */
  unknown: number;
}

/** How much a set of so many of the other inputs counts, of one, two and three (Shapley 1953). */
const weights = [[1], [1 / 2, 1 / 2], [1 / 3, 1 / 6, 1 / 3]];

/**
 * Exact contributions to a sum of effects: a term is a game of its few inputs, and unknown ones take their cells from
 * the rows of `background`, of `width` cells each.
 */
export function explainEffects(
  { cuts, lookups }: { cuts: readonly SlotCuts[]; lookups: readonly Lookup[] },
  background: Float64Array,
  width: number,
  inputOf: Int32Array,
): AddContributions {
  const count = background.length / width;
  const own = new Int32Array(cuts.length);
  const mixed = new Int32Array(cuts.length);
  const places = cuts.map((cut) =>
    Int32Array.from({ length: count }, (_, row) => placeOf(cut, background[row * width + cut.slot])),
  );
  /** Returns the mean effect where the inputs of the set `known` are those of the row. */
  const meanOf = ({ lookup, playerOf }: Omit<ExplainedTerm, 'unknown'>, known: number) => {
    let sum = 0;
    for (let row = 0; row < count; row++) {
      for (let at = 0; at < playerOf.length; at++) {
        const slot = lookup.slots[at];
        mixed[slot] = (known >> playerOf[at]) & 1 ? own[slot] : places[slot][row];
      }
      sum += effectOf(lookup, mixed);
    }
    return sum / count;
  };
  const terms = lookups.map((lookup): ExplainedTerm => {
    const of = Array.from(lookup.slots, (slot) => inputOf[cuts[slot].slot]);
    const inputs = [...new Set(of)];
    const term = { lookup, inputs, playerOf: of.map((input) => inputs.indexOf(input)) };
    return { ...term, unknown: meanOf(term, 0) };
  });
  const values = new Float64Array(8);
  return (row, weight, out, start) => {
    for (const [at, cut] of cuts.entries()) own[at] = placeOf(cut, row[cut.slot]);
    for (const term of terms) {
      const all = (1 << term.inputs.length) - 1;
      values[0] = term.unknown;
      for (let known = 1; known < all; known++) values[known] = meanOf(term, known);
      values[all] = effectOf(term.lookup, own);
      for (const [player, input] of term.inputs.entries())
        out[start + input] += weight * shareOf(values, player, term.inputs.length);
    }
  };
}

/** What `player` adds, averaged over the orders in which inputs become known; `values` are by set. */
function shareOf(values: Float64Array, player: number, players: number): number {
  let share = 0;
  for (let others = 0; others < 1 << players; others++) {
    if ((others >> player) & 1) continue;
    const size = (others & 1) + ((others >> 1) & 1) + ((others >> 2) & 1);
    share += weights[players - 1][size] * (values[others | (1 << player)] - values[others]);
  }
  return share;
}
