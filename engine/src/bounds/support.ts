import type { SavedValue } from '../model-file/reader.ts';
import { resolutionOf } from '../target/resolution.ts';

/** The values that a target can take, as far as its known values show. */
export interface Support {
  /** Infinite where there is no limit. */
  low: number;
  high: number;
  /** All values are whole numbers, so bounds are whole too; predictions are means and need not be. */
  isWhole: boolean;
  /** Values that differ by less are the same (see `resolutionOf`). */
  resolution: number;
}

export const anywhere: Support = {
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  isWhole: false,
  resolution: 0,
};

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
  const resolution = resolutionOf(sorted);
  if (sorted.length < fewestValues) return { ...anywhere, resolution };
  const isWhole = sorted.every((value) => Number.isSafeInteger(value));
  const low = least >= 0 ? 0 : anywhere.low;
  const high = greatest <= 0 ? 0 : anywhere.high;
  const isShare = least >= 0 && greatest <= 1 && !isWhole;
  return {
    low: isPile(sorted, isWhole) ? Math.max(least, low) : low,
    high: isShare ? 1 : isPile(sorted.toReversed(), isWhole) ? Math.min(greatest, high) : high,
    isWhole,
    resolution,
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

/** Returns the possible value for a prediction: within the limits, and whole where it is but for rounding. */
export function bringInto({ low, high, isWhole, resolution }: Support, value: number): number {
  if (value < low || value > high) return value < low ? low : high;
  const whole = Math.round(value);
  return isWhole && Math.abs(value - whole) <= resolution ? whole : value;
}

/**
 * Clamps the bounds of a prediction to the support. They are no nearer than the resolution, and whole ones still contain
 * the same whole values and the prediction. Bounds that lie beside it keep half of their width at its end: a single value
 * would be sure of what was least foreseen.
 */
export function limitBounds(support: Support, prediction: number, bounds: { lower: number; upper: number }): void {
  const { low, high, resolution } = support;
  const width = bounds.upper - bounds.lower;
  const half = Number.isFinite(width) ? width / 2 : 0; // a bound that reaches an end has none
  if (bounds.upper < low) bounds.upper = low + half;
  if (bounds.lower > high) bounds.lower = high - half;
  bounds.lower = Math.min(prediction, Math.max(low, Math.min(bounds.lower, prediction - resolution, high)));
  bounds.upper = Math.max(prediction, Math.min(high, Math.max(bounds.upper, prediction + resolution, low)));
  if (!support.isWhole) return;
  const [up, down] = [Math.ceil(bounds.lower), Math.floor(bounds.upper)];
  bounds.lower = up <= prediction ? up : Math.floor(prediction);
  bounds.upper = down >= prediction ? down : Math.ceil(prediction);
}

/** Returns -1 for values at the lower limit, 1 for those at the upper one, otherwise 0. */
export function endsOf({ low, high }: Support, values: Float64Array): Int8Array {
  return Int8Array.from(values, (value) => (value === low ? -1 : value === high ? 1 : 0));
}

export function saveSupport({ low, high, isWhole, resolution }: Support): Record<string, unknown> {
  return { low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null, isWhole, resolution };
}

/** Older files have no support, or none with a resolution. */
export function loadSupport(saved: SavedValue): Support {
  if (saved.isNull) return anywhere;
  const limit = (key: 'low' | 'high') => (saved.get(key).isNull ? anywhere[key] : saved.get(key).number());
  const resolution = saved.get('resolution');
  const support = {
    low: limit('low'),
    high: limit('high'),
    isWhole: saved.get('isWhole').boolean(),
    resolution: resolution.isNull ? 0 : resolution.number(0),
  };
  return support.low < support.high ? support : saved.fail('a support with a lower limit below its upper one');
}
