import { names, numberOf, type Sums } from './live-sums.ts';

/** What is subtracted is at most this part of a sum, so that rounding stays far below what is left. */
const mostTaken = 1 / 1000;

/** Sums of what is never negative. Those of signed figures are no larger than these say. */
const sizes = ['absolute', 'squared', 'fourth', 'confidence', 'uncertain'] as const;
const sizesOfTally = /^(dd|dddd|ee|eedd|eeee)$/;
/** Numbers of truths, which are exact. */
const counts = /^(e-?\d|s|c|n$)/;

/** Returns whether truths can be subtracted from the sums that hold them, as if they had never been added. */
export function canTake(stored: Sums, taken: Sums): boolean {
  if (sizes.some((name) => !(taken[name] <= mostTaken * stored[name]))) return false;
  const kept = stored.tally ?? {};
  return Object.entries(taken.tally ?? {}).every(([name, sum]) => {
    if (counts.test(name)) return sum <= (kept[name] ?? 0); // bins that were made wider hold it elsewhere
    return !sizesOfTally.test(name) || sum <= mostTaken * (kept[name] ?? 0);
  });
}

/** Subtracts truths from sums that are to be added to those that hold them. */
export function takeFrom(added: Sums, taken: Sums): void {
  for (const name of names) if (name !== 'looks') added[name] = numberOf(added[name]) - numberOf(taken[name]);
  added.tally ??= {};
  for (const [name, sum] of Object.entries(taken.tally ?? {})) added.tally[name] = (added.tally[name] ?? 0) - sum;
}
