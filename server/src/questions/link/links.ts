import type { Condition } from '../algebra.ts';

/** Words of a question as bits: those from 0 to 29, and those from 30. */
export interface Mask {
  low: number;
  high: number;
}

export const noWords: Mask = { low: 0, high: 0 };

export function maskOf(from: number, to: number): Mask {
  let [low, high] = [0, 0];
  for (let at = from; at < to; at += 1)
    if (at < 30) low |= 1 << at;
    else high |= 1 << (at - 30);
  return { low, high };
}

export function union(one: Mask, other: Mask): Mask {
  return { low: one.low | other.low, high: one.high | other.high };
}

export function overlaps(one: Mask, other: Mask): boolean {
  return (one.low & other.low) !== 0 || (one.high & other.high) !== 0;
}

/** Whether all words of one are of the other. */
export function isWithin(one: Mask, other: Mask): boolean {
  return (one.low & ~other.low) === 0 && (one.high & ~other.high) === 0;
}

export function hasWord({ low, high }: Mask, at: number): boolean {
  return at < 30 ? (low & (1 << at)) !== 0 : (high & (1 << (at - 30))) !== 0;
}

/** Place of the first word; links are told in this order. */
export function firstWord({ low, high }: Mask): number {
  return low === 0 ? 30 + Math.clz32(1) - Math.clz32(high & -high) : Math.clz32(1) - Math.clz32(low & -low);
}

/** How a condition was found in the question. */
export type Found = 'value' | 'phrase' | 'number' | 'bound' | 'time' | 'flag' | 'missing' | 'against' | 'same';

/** A condition with the words that say it. */
export interface ConditionLink {
  condition: Condition;
  found: Found;
  words: Mask;
  /** 0 to about 2; links with more are tried first. */
  score: number;
  /** Rows of the sample for which it holds. */
  holds: Uint8Array;
  matching: number;
}

/** How well the name of a column fits words of the question. */
export interface ColumnLink {
  /** 0 to 1: the share of its name that is said. */
  score: number;
  words: Mask;
  /** Place of its first word; -1 where it is not said. */
  from: number;
  /** Whether it is said by a name that its owner gave to an expression: then it is meant. */
  isTaught?: boolean;
  /** Whether it is said by another name that was taught. */
  isSynonym?: boolean;
  /** Whether it holds times, and those of another column are meant. */
  isOfOtherTime?: boolean;
}
