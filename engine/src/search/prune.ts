import { compareLosses, totalLoss } from '../metrics/loss.ts';
import type { Labels } from '../target/labels.ts';
import { blend, type Member } from './ensemble.ts';

export interface Pruning {
  labels: Labels;
  rows: Int32Array;
  members: readonly Member[];
  /** Microseconds that each member takes to answer a row, about. */
  costs: readonly number[];
  /** Seconds that each takes to be fitted once, and that are left for fitting all that are kept. */
  seconds: readonly number[];
  secondsLeft: number;
  /** A weight for each of some members, summing to 1. */
  weigh(members: readonly Member[]): number[];
}

/** One row should be answered within this many microseconds. */
const mostCost = 100;
/**
 * A member goes when the others lose no more than this many standard errors without it; twenty times that for one which takes
 * all the time there is. On few rows nothing is sure, and several cheap members are steadier than one.
 */
const noise = 0.05;
/** Share of the loss that a member must save for each microsecond that it takes. */
const gainPerMicrosecond = 0.0002;
/** Smaller weights change no answer by much. */
const leastWeight = 0.03;
/** Fits on all rows take longer than fits on some. */
const refitFactor = 1.3;

/**
 * Weighs the members and takes out, one after another, whichever is missed least: as long as its absence is within the noise
 * of the held rows, or what is left answers too slowly or takes too long to fit. Gives a weight a member, 0 for those out, and
 * whether any went for want of time.
 */
export function pruneMembers(pruning: Pruning): { weights: number[]; isCutShort: boolean } {
  const { members, weigh, labels, rows } = pruning;
  let weights = clean(weigh(members));
  let isCutShort = false;
  for (;;) {
    const kept = [...members.keys()].filter((member) => weights[member] > 0);
    if (kept.length === 1) return { weights, isCutShort };
    const current = blend(members, weights);
    const without = kept.map((left) => {
      const others = kept.filter((member) => member !== left);
      const shares = weighOnly(pruning, others);
      const { excess, error } = compareLosses(labels, rows, blend(members, shares), current);
      return { left, shares, excess, error };
    });
    const isTooLong = totalOf(pruning.seconds, kept) * refitFactor > pruning.secondsLeft;
    const isTooMuch = isTooLong || totalOf(pruning.costs, kept) > mostCost;
    isCutShort ||= isTooLong;
    const loss = totalLoss(labels, rows, current);
    const isWorthIt = ({ left, excess, error }: (typeof without)[number]) =>
      excess > (noise + pruning.costs[left] / mostCost) * error + gainPerMicrosecond * pruning.costs[left] * loss;
    const spare = without.filter((one) => isTooMuch || !isWorthIt(one));
    if (spare.length === 0) return { weights, isCutShort };
    const ratio = ({ left, excess }: (typeof spare)[number]) => excess / pruning.costs[left];
    weights = spare.reduce((best, one) => (ratio(one) < ratio(best) ? one : best)).shares;
  }
}

function weighOnly({ members, weigh }: Pruning, kept: readonly number[]): number[] {
  const shares = clean(weigh(kept.map((member) => members[member])));
  const weights = members.map(() => 0);
  for (const [place, member] of kept.entries()) weights[member] = shares[place];
  return weights;
}

function clean(weights: readonly number[]): number[] {
  const kept = weights.map((weight) => (weight < leastWeight ? 0 : weight));
  const total = kept.reduce((sum, weight) => sum + weight, 0);
  return kept.map((weight) => weight / total);
}

function totalOf(values: readonly number[], kept: readonly number[]): number {
  return kept.reduce((sum, member) => sum + values[member], 0);
}
