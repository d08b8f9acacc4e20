import { boundsAt, collectBounds, type ErrorBounds } from './conformal.ts';
import { fitSizeCurve, sizeAt } from './sizes.ts';

/** Error bounds near one value of the prediction. */
export interface Knot {
  prediction: number;
  bounds: ErrorBounds;
}

/** Independent rows in the window of a knot. Fewer follow the errors more closely; more estimate them better. */
const fewestRows = 300;
const leastShare = 0.2;
/** Errors kept at each knot. */
const mostErrors = 1001;

/**
 * Bounds that vary with the prediction (Mondrian conformal prediction, Vovk et al. 2005, with overlapping windows).
 * Errors are scaled to one size before quantiles are taken in a window, then scaled back. Rows of one group share a
 * weight of one.
 */
export function collectLocalBounds(
  predictions: Float64Array,
  scaledErrors: Float64Array,
  rowsPerGroup: number,
): Knot[] {
  const order = Uint32Array.from(predictions.keys()).sort((a, b) => predictions[a] - predictions[b] || a - b);
  const size = Math.min(order.length, Math.ceil(Math.max(fewestRows * rowsPerGroup, leastShare * order.length)));
  const curve = fitSizeCurve(predictions, scaledErrors, order, size);
  const levelled = scaledErrors.map((error, row) => error / sizeAt(curve, predictions[row]));
  return Array.from(curve.predictions, (prediction, place) => {
    const rank = order.findIndex((row) => predictions[row] >= prediction);
    const first = Math.min(Math.max(0, rank - (size >> 1)), order.length - size);
    const errors = Float64Array.from(order.subarray(first, first + size), (row) => levelled[row] * curve.sizes[place]);
    return { prediction, bounds: collectBounds(errors, Math.max(1, Math.round(size / rowsPerGroup)), mostErrors) };
  });
}

/** Writes the scaled distances of both bounds from a prediction. */
export type BoundReader = (prediction: number, into: { below: number; above: number }) => void;

/** Interpolates the scaled distances of both bounds linearly between the knots. */
export function createBoundReader(knots: readonly Knot[], coverage: number): BoundReader {
  const distances = knots.map(({ bounds }) => boundsAt(bounds, coverage));
  return (prediction, into) => {
    let next = 0;
    while (next < knots.length && knots[next].prediction < prediction) next += 1;
    const right = distances[Math.min(next, knots.length - 1)];
    const left = distances[Math.max(next - 1, 0)];
    const isBetween = next > 0 && next < knots.length;
    const share = isBetween
      ? (prediction - knots[next - 1].prediction) / (knots[next].prediction - knots[next - 1].prediction)
      : 0;
    into.below = left.below + share * (right.below - left.below);
    into.above = left.above + share * (right.above - left.above);
  };
}
