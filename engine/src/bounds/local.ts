import { boundsAt, boundsTo, collectBounds, type ErrorBounds } from './conformal.ts';
import { areFew, collectMirrored, distanceAt, isOfFew } from './few-errors.ts';
import { fitSizeCurve, sizeAt } from './sizes.ts';

/** Error bounds near one value of the prediction. */
export interface Knot {
  prediction: number;
  bounds: ErrorBounds;
  /** Shares of the rows near the prediction whose truth is the least or the greatest possible value. */
  atLow: number;
  atHigh: number;
}

/** Independent rows in the window of a knot. Fewer follow the errors more closely; more estimate them better. */
const fewestRows = 300;
const leastShare = 0.2;
/** Errors kept at each knot. */
const mostErrors = 1001;
/** Independent rows among which truths at an end of the support are counted, and their least share of all. */
const [fewestNear, leastNear] = [50, 0.1];

/**
 * Bounds that vary with the prediction (Mondrian conformal prediction, Vovk et al. 2005, with overlapping windows).
 * Errors are scaled to one size before quantiles are taken in a window, then scaled back. Rows of one group share a
 * weight of one; few groups have one window with mirrored errors. `ends` is -1 for truths that are the least possible value, 1 for the greatest, otherwise 0.
 */
export function collectLocalBounds(
  predictions: Float64Array,
  scaledErrors: Float64Array,
  rowsPerGroup: number,
  ends?: Int8Array,
): Knot[] {
  const order = Uint32Array.from(predictions.keys()).sort((a, b) => predictions[a] - predictions[b] || a - b);
  const groups = Math.max(1, Math.round(order.length / rowsPerGroup));
  if (areFew(order.length, groups)) {
    const bounds = collectMirrored(scaledErrors, groups, mostErrors);
    return [{ prediction: predictions[order[order.length >> 1]], bounds, atLow: 0, atHigh: 0 }];
  }
  const size = Math.min(order.length, Math.ceil(Math.max(fewestRows * rowsPerGroup, leastShare * order.length)));
  const curve = fitSizeCurve(predictions, scaledErrors, order, size);
  const levelled = scaledErrors.map((error, row) => error / sizeAt(curve, predictions[row]));
  return Array.from(curve.predictions, (prediction, place) => {
    const rank = middleRank(order, predictions, prediction);
    const around = (count: number) => {
      const first = Math.min(Math.max(0, rank - (count >> 1)), order.length - count);
      return order.subarray(first, first + count);
    };
    const errors = Float64Array.from(around(size), (row) => levelled[row] * curve.sizes[place]);
    const bounds = collectBounds(errors, Math.max(1, Math.round(size / rowsPerGroup)), mostErrors);
    const shareAt = (end: number) => (ends ? near.filter((row) => ends[row] === end).length / near.length : 0);
    const near = around(Math.min(size, Math.ceil(Math.max(fewestNear * rowsPerGroup, leastNear * order.length))));
    return { prediction, bounds, atLow: shareAt(-1), atHigh: shareAt(1) };
  });
}

/** Returns the middle rank of the rows with this prediction. */
function middleRank(order: Uint32Array, predictions: Float64Array, prediction: number): number {
  const first = order.findIndex((row) => predictions[row] >= prediction);
  const end = order.findIndex((row) => predictions[row] > prediction);
  return (first + (end < 0 ? order.length : end) - 1) >> 1;
}

/** Writes the scaled distances of both bounds from a prediction. */
export type BoundReader = (prediction: number, into: { below: number; above: number }) => void;

/**
 * Interpolates the scaled distances of both bounds linearly between the knots. Where more truths than the risk of a side
 * are the least or the greatest possible value, the bound reaches it, and the other side takes all of the risk:
 * otherwise chance would decide which of these equal truths are inside.
 */
export function createBoundReader(knots: readonly Knot[], coverage: number): BoundReader {
  const usual = createReader(knots, ({ bounds }) => {
    if (!isOfFew(bounds)) return boundsAt(bounds, coverage);
    const distance = distanceAt(bounds, coverage);
    return { below: -distance, above: distance };
  });
  const risk = (1 - coverage) / 2;
  if (!knots.some(({ atLow, atHigh }) => atLow > risk || atHigh > risk)) return usual;
  const readEnds = createReader(knots, ({ atLow, atHigh }) => ({ below: atLow, above: atHigh }));
  const toLow = createReader(knots, ({ bounds }) => boundsTo('low', bounds, coverage));
  const toHigh = createReader(knots, ({ bounds }) => boundsTo('high', bounds, coverage));
  return (prediction, into) => {
    readEnds(prediction, into);
    const { below: atLow, above: atHigh } = into;
    const read = Math.max(atLow, atHigh) <= risk ? usual : atLow >= atHigh ? toLow : toHigh;
    read(prediction, into);
  };
}

function createReader(
  knots: readonly Knot[],
  distancesOf: (knot: Knot) => { below: number; above: number },
): BoundReader {
  const distances = knots.map(distancesOf);
  return (prediction, into) => {
    let next = 0;
    while (next < knots.length && knots[next].prediction < prediction) next += 1;
    const right = distances[Math.min(next, knots.length - 1)];
    const left = distances[Math.max(next - 1, 0)];
    const isBetween = next > 0 && next < knots.length;
    const share = isBetween
      ? (prediction - knots[next - 1].prediction) / (knots[next].prediction - knots[next - 1].prediction)
      : 0;
    into.below = mix(left.below, right.below, share);
    into.above = mix(left.above, right.above, share);
  };
}

/** Equal ends stay as they are, also infinite ones. */
function mix(left: number, right: number, share: number): number {
  return left === right ? left : left + share * (right - left);
}
