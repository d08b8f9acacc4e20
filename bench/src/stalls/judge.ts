import type { Cost } from './measure.ts';

/** Longest turn of the main thread, in ms. */
export const mostHeldMs = 50;
/** Most that twice the size may cost. */
export const mostGrowth = 2.6;

/** Below these, growth says nothing: what is measured is mostly the fixed cost of a request. */
const least = { seconds: 1, total: 40 };

export interface Pair {
  size: number;
  /** Half of the small size: measured where the growth from small to large is suspicious. */
  quarter?: Cost | undefined;
  small: Cost;
  large: Cost;
}

export interface Verdict {
  growth: number;
  faults: string[];
}

export function judge({ quarter, small, large }: Pair): Verdict {
  const held = Math.max(small.held, large.held);
  const once = ratioOf(small, large);
  // What grows with its square does so twice; a collection of garbage between two sizes comes once.
  const growth = quarter === undefined ? once : Math.min(once, Math.sqrt(ratioOf(quarter, large)));
  const faults = [
    ...(held > mostHeldMs ? [`held ${Math.round(held)} ms`] : []),
    ...(growth > mostGrowth ? [`grew x${growth.toFixed(1)}`] : []),
  ];
  return { growth, faults };
}

function ratioOf(small: Cost, large: Cost): number {
  const ofMain = large.total > least.total ? large.total / Math.max(small.total, least.total / 4) : 0;
  const ofClock = large.seconds > least.seconds ? large.seconds / Math.max(small.seconds, least.seconds / 4) : 0;
  return Math.max(ofMain, ofClock);
}

/** Of two measurements of the same, what is sure: a busy machine or the garbage of others only adds. */
export function lesser(one: Pair, other: Pair): Pair {
  const [small, large] = [lesserCost(one.small, other.small), lesserCost(one.large, other.large)];
  if (one.quarter === undefined || other.quarter === undefined)
    return { size: one.size, quarter: one.quarter ?? other.quarter, small, large };
  return { size: one.size, quarter: lesserCost(one.quarter, other.quarter), small, large };
}

function lesserCost(one: Cost, other: Cost): Cost {
  return {
    ...one,
    seconds: Math.min(one.seconds, other.seconds),
    held: Math.min(one.held, other.held),
    delayed: Math.min(one.delayed, other.delayed),
    total: Math.min(one.total, other.total),
  };
}
