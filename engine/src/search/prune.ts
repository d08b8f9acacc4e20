import { compareLosses, totalLoss } from '../metrics/loss.ts';
import type { Labels } from '../target/labels.ts';
import { blend, type Member } from './ensemble.ts';

export interface Pruning {
  labels: Labels;
  rows: Int32Array;
  members: readonly Member[];
  /** Approximate microseconds for each member to answer a row. */
  costs: readonly number[];
  /** Seconds to fit each member once, and the seconds left for fitting all that are kept. */
  seconds: readonly number[];
  secondsLeft: number;
  /** A row should be answered within this many microseconds. */
  mostCost: number;
  /** Weighs some of the members; weights sum to 1. */
  weigh(members: readonly Member[]): number[];
}

/**
 * A member is removed when the loss without it grows by at most this many standard errors, or by twenty times as many
 * for a member that takes all of the time. Cheap members stay, because several are more stable than one.
 */
const noise = 0.05;
/** A member that takes all of the time must reduce the loss by this share, others by less. */
const wantedGain = 0.02;
/** Smaller weights hardly change an answer. */
const leastWeight = 0.03;
/** A fit on all rows takes this many times as long as one of a split. */
const refitFactor = 1.3;

/**
 * Weighs the members and removes the least useful one after another, while its absence is within noise, or the rest is
 * too slow to answer or fit. Returns weights (0 for removed members) and whether any was removed for lack of time.
 */
export function pruneMembers(pruning: Pruning): { weights: number[]; isCutShort: boolean } {
  const { members, weigh, labels, rows, mostCost } = pruning;
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
      excess >
      (noise + pruning.costs[left] / mostCost) * error + ((wantedGain * pruning.costs[left]) / mostCost) * loss;
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
