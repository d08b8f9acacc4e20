import type { Cost } from './measure.ts';

/** Longest turn of the main thread, in ms. */
export const mostHeldMs = 50;
/** Most that twice the size may cost. */
export const mostGrowth = 2.6;

/** Below these, growth says nothing: what is measured is mostly the fixed cost of a request. */
const least = { seconds: 1, total: 40 };

export interface Pair {
  size: number;
  small: Cost;
  large: Cost;
}

export interface Verdict {
  growth: number;
  faults: string[];
}

export function judge({ small, large }: Pair): Verdict {
  const held = Math.max(small.held, large.held);
  const ofMain = large.total > least.total ? large.total / Math.max(small.total, least.total / 4) : 0;
  const ofClock = large.seconds > least.seconds ? large.seconds / Math.max(small.seconds, least.seconds / 4) : 0;
  const growth = Math.max(ofMain, ofClock);
  const faults = [
    ...(held > mostHeldMs ? [`held ${Math.round(held)} ms`] : []),
    ...(growth > mostGrowth ? [`grew x${growth.toFixed(1)}`] : []),
  ];
  return { growth, faults };
}

/** Of two measurements of the same, what is sure: a busy machine or the garbage of others only adds. */
export function lesser(one: Pair, other: Pair): Pair {
  return { size: one.size, small: lesserCost(one.small, other.small), large: lesserCost(one.large, other.large) };
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
