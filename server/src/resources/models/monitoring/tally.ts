import type { Shape } from './shapes.ts';
import { readTrueNumber } from './true-number.ts';
import type { TruthRow } from './truth-row.ts';

/**
 * Counts and sums over the truths of a window under short names, which are added name by name: errors by size (`e`, their
 * sums `E`), two classes by the probability of the second (`s0`, `s1`), more classes by true and predicted one (`c`),
 * and powers of true numbers and errors.
 */
export type Tally = Record<string, number>;

/** Adds to a tally in place: a copy for each of many truths would cost its thousands of names each time. */
export function addToTally(kept: Tally, more: Tally): void {
  for (const name in more) kept[name] = (kept[name] ?? 0) + more[name];
}

/** Forgets the bins of errors whose truths were all taken back: what rounding left in their sums has no truth. */
export function dropEmptyBins(tally: Tally): void {
  for (const bin of errorBinsOf(tally)) {
    if (tally[`e${bin}`] !== 0) continue;
    delete tally[`e${bin}`];
    delete tally[`E${bin}`];
  }
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
/** Binary logarithm below which errors are alike; above, the greatest truth ends them. */
const leastDoubling = -128;

/** Bins are 4 % wide, whatever the unit. */
function binOfError(error: number): number {
  if (error === 0) return 0;
  const doublings = Math.max(leastDoubling, Math.log2(Math.abs(error)));
  return Math.sign(error) * (farthest + Math.round(binsOfDoubling * doublings));
}

/** Errors of a usual window lie in some 600 bins, those of many magnitudes in thousands. */
const mostBins = 1000;

/** Makes the bins of errors wider where there are too many; half of them, so that it is seldom needed. */
export function boundBins(tally: Tally): void {
  let bins = errorBinsOf(tally);
  if (bins.length <= mostBins) return;
  for (let step = 2; bins.length > mostBins / 2; step *= 2) {
    for (const bin of bins) moveBin(tally, bin, Math.round(bin / step) * step);
    bins = errorBinsOf(tally);
  }
}

function moveBin(tally: Tally, from: number, to: number): void {
  if (from === to) return;
  addToTally(tally, { [`e${to}`]: tally[`e${from}`], [`E${to}`]: tally[`E${from}`] });
  delete tally[`e${from}`];
  delete tally[`E${from}`];
}

function errorBinsOf(tally: Tally): number[] {
  return Object.keys(tally)
    .filter((name) => /^e-?\d/.test(name))
    .map((name) => Number(name.slice(1)));
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
  return errorBinsOf(tally)
    .map((bin) => ({ count: tally[`e${bin}`], value: tally[`E${bin}`] / tally[`e${bin}`] }))
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
