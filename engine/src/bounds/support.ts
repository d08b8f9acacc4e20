import type { SavedValue } from '../model-file/reader.ts';

/** The values that a target can take, as far as its known values show. */
export interface Support {
  /** Infinite where there is no limit. */
  low: number;
  high: number;
  /** All values are whole numbers, so bounds are whole too; predictions are means and need not be. */
  isWhole: boolean;
}

export const anywhere: Support = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, isWhole: false };

/** With fewer values no limit is inferred. */
const fewestValues = 20;
/** Fewest rows at a cap, and their least share: values without a cap are hardly ever equal. */
const [fewestCapped, leastCapped] = [5, 0.01];
/** Whole numbers are equal by chance, so their cap needs a larger share, or many times the rows of its neighbour. */
const [leastWhole, timesNeighbour] = [0.05, 2];

/**
 * Non-negative values are limited to 0 and above, shares to 1, and values that pile up at their minimum or maximum are
 * capped there. Nothing else is a limit: the largest value seen is not the largest possible.
 */
export function findSupport(values: Float64Array): Support {
  const sorted = values.filter((value) => Number.isFinite(value)).sort();
  const [least, greatest] = [sorted[0], sorted[sorted.length - 1]];
  if (sorted.length < fewestValues) return anywhere;
  const isWhole = sorted.every((value) => Number.isSafeInteger(value));
  const low = least >= 0 ? 0 : anywhere.low;
  const high = greatest <= 0 ? 0 : anywhere.high;
  const isShare = least >= 0 && greatest <= 1 && !isWhole;
  return {
    low: isPile(sorted, isWhole) ? Math.max(least, low) : low,
    high: isShare ? 1 : isPile(sorted.toReversed(), isWhole) ? Math.min(greatest, high) : high,
    isWhole,
  };
}

/** Whether the first of the ordered values is a cap. */
function isPile(values: Float64Array, isWhole: boolean): boolean {
  const count = countEqual(values, 0);
  if (count === values.length || count < fewestCapped) return false;
  const share = count / values.length;
  if (share < leastCapped) return false;
  return (isWhole && share >= leastWhole) || count > timesNeighbour * countEqual(values, count);
}

/** How many values from `start` on equal the first of them. */
function countEqual(values: Float64Array, start: number): number {
  let end = start;
  while (end < values.length && values[end] === values[start]) end += 1;
  return end - start;
}

export function bringInto({ low, high }: Support, value: number): number {
  return value < low ? low : value > high ? high : value;
}

/**
 * Clamps the bounds of a prediction to the support. Whole bounds still contain the same whole values and the
 * prediction.
 */
export function limitBounds(support: Support, prediction: number, bounds: { lower: number; upper: number }): void {
  bounds.lower = Math.min(prediction, bringInto(support, bounds.lower));
  bounds.upper = Math.max(prediction, bringInto(support, bounds.upper));
  if (!support.isWhole) return;
  const [up, down] = [Math.ceil(bounds.lower), Math.floor(bounds.upper)];
  bounds.lower = up <= prediction ? up : Math.floor(prediction);
  bounds.upper = down >= prediction ? down : Math.ceil(prediction);
}

/** Returns -1 for values at the lower limit, 1 for those at the upper one, otherwise 0. */
export function endsOf({ low, high }: Support, values: Float64Array): Int8Array {
  return Int8Array.from(values, (value) => (value === low ? -1 : value === high ? 1 : 0));
}

export function saveSupport({ low, high, isWhole }: Support): Record<string, unknown> {
  return { low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null, isWhole };
}

/** Older files have no support. */
export function loadSupport(saved: SavedValue): Support {
  if (saved.isNull) return anywhere;
  const limit = (key: 'low' | 'high') => (saved.get(key).isNull ? anywhere[key] : saved.get(key).number());
  const support = { low: limit('low'), high: limit('high'), isWhole: saved.get('isWhole').boolean() };
  return support.low < support.high ? support : saved.fail('a support with a lower limit below its upper one');
}
