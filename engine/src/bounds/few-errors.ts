import { studentQuantile } from '../numerics/student.ts';
import { collectBounds, type ErrorBounds } from './conformal.ts';

/** Below this many independent rows, each with several errors, the errors' own quantiles say little of rows to come. */
const fewRows = 40;
const leastEach = 2;

/** Returns whether `count` errors of `rowCount` independent rows, such as pieces of time, are to be mirrored. */
export function areFew(count: number, rowCount: number): boolean {
  return rowCount < fewRows && count >= leastEach * rowCount;
}

/** Returns whether the bounds are of few independent rows, so that their errors are mirrored. */
export function isOfFew({ errors, rowCount }: ErrorBounds): boolean {
  return areFew(errors.length / 2, rowCount);
}

/** Collects errors of which each counts on both sides, because they are too few for separate ones. */
export function collectMirrored(errors: Float64Array, rowCount: number, most?: number): ErrorBounds {
  const mirrored = new Float64Array(2 * errors.length);
  mirrored.set(errors);
  mirrored.set(
    errors.map((error) => -error),
    errors.length,
  );
  return collectBounds(mirrored, rowCount, most);
}

/** Number of independent errors from which on their own quantiles replace the normal distribution. */
const tellingErrors = 200;
const fewestFreedom = 3;
/** Standard deviation of normal errors in units of their mean size. */
const deviation = Math.sqrt(Math.PI / 2);

/**
 * Returns the distance of the bounds of mirrored errors, in units of their size. With few errors Student's distribution
 * is used, because the largest of ten errors is not a bound that one in twenty exceeds; with more errors their own
 * quantile gains weight. `mostFreedom` is for errors whose size changes with time, however many there are.
 */
export function distanceAt(
  { errors, rowCount }: ErrorBounds,
  coverage: number,
  mostFreedom = Number.POSITIVE_INFINITY,
): number {
  const place = ((1 + coverage) / 2) * (errors.length - 1);
  const below = Math.floor(place);
  const seen = errors[below] + (place - below) * (errors[Math.min(below + 1, errors.length - 1)] - errors[below]);
  const meanSize = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  const bell =
    studentQuantile(coverage, Math.max(fewestFreedom, Math.min(mostFreedom, rowCount))) * deviation * meanSize;
  const share = rowCount / (rowCount + tellingErrors);
  return seen > 0 && bell > 0 ? Math.exp(share * Math.log(seen) + (1 - share) * Math.log(bell)) : Math.max(seen, bell);
}
