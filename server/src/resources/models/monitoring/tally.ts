import type { Shape } from './shapes.ts';
import { readTrueNumber } from './true-number.ts';
import type { TruthRow } from './truth-row.ts';

/**
 * Counts and sums over the truths of a window under short names, which are added name by name: errors by size (`e`, their
 * sums `E`), two classes by the probability of the second (`s0`, `s1`), more classes by true and predicted one (`c`),
 * and powers of true numbers and errors.
 */
export type Tally = Record<string, number>;

export function addTally(one: Tally, other: Tally): Tally {
  const sum = { ...one };
  for (const name in other) sum[name] = (sum[name] ?? 0) + other[name];
  return sum;
}

export type Told = Pick<TruthRow, 'error' | 'confidence' | 'answered'> & {
  /** As it was sent. */
  raw: unknown;
};

/** More classes have too few truths each, and no counts. */
export const mostClasses = 50;

/** What one truth adds. */
export function tallyOf({ error, confidence, answered, raw }: Told, { classes, readClass, middle }: Shape): Tally {
  if (!classes) return error === null ? {} : tallyNumber(error, (readTrueNumber(raw) ?? Number.NaN) - middle);
  const [truth, given] = [readClass(raw), classes.indexOf(answered ?? '')];
  if (truth === undefined || given < 0) return {};
  if (classes.length > 2) return classes.length > mostClasses ? {} : { [`c${truth},${given}`]: 1 };
  if (confidence === null) return {};
  return { [`s${truth}:${binOfChance(given === 1 ? confidence : 1 - confidence)}`]: 1 };
}

function tallyNumber(error: number, distance: number): Tally {
  const bin = binOfError(error);
  const errors = { [`e${bin}`]: 1, [`E${bin}`]: error };
  if (!Number.isFinite(distance)) return errors;
  const [square, far] = [error ** 2, distance ** 2];
  const powers = { n: 1, d: distance, dd: far, ddd: distance * far, dddd: far ** 2 };
  return { ...errors, ...powers, ee: square, eed: square * distance, eedd: square * far, eeee: square ** 2 };
}

const [binsOfDoubling, farthest] = [16, 20_000];

/** Bins are 4 % wide, whatever the unit. */
function binOfError(error: number): number {
  if (error === 0) return 0;
  return Math.sign(error) * (farthest + Math.round(binsOfDoubling * Math.log2(Math.abs(error))));
}

/** Bins of log odds: probabilities near 0 and 1 differ by little. */
function binOfChance(chance: number): number {
  const odds = Math.log(chance / (1 - chance));
  return Math.round(16 * Math.max(-15, Math.min(15, odds)));
}

export interface Bar {
  value: number;
  count: number;
}

/** Returns the errors of a tally, the least first. */
export function errorsOf(tally: Tally): Bar[] {
  return Object.keys(tally)
    .filter((name) => name.startsWith('e') && /^e-?\d/.test(name))
    .map((name) => ({ count: tally[name], value: tally[`E${name.slice(1)}`] / tally[name] }))
    .sort((a, b) => a.value - b.value);
}

/** Returns the truths of one of two classes by the probability of the second, the least first. */
export function scoresOf(tally: Tally, truth: 0 | 1): Bar[] {
  const begin = `s${truth}:`;
  return Object.keys(tally)
    .filter((name) => name.startsWith(begin))
    .map((name) => ({ count: tally[name], value: Number(name.slice(begin.length)) }))
    .sort((a, b) => a.value - b.value);
}

/** Returns how many truths of a class were predicted as each. */
export function confusionOf(tally: Tally, classes: number): number[][] {
  return Array.from({ length: classes }, (_, truth) =>
    Array.from({ length: classes }, (__, given) => tally[`c${truth},${given}`] ?? 0),
  );
}
