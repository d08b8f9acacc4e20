import type { FittedModel } from '../learners/contract.ts';
import type { Coverages } from './coverages.ts';
import { type Horizon, sizeOfRow } from './horizon.ts';
import type { BoundReader, Knot } from './local.ts';

/** Bounds that vary with the prediction, and the model of the error's size where they are scaled by one. */
export interface FittedBounds {
  knots: readonly Knot[];
  /** Null where errors grow with time: too few pieces of time tell of anything else. Predicts the size of the error from an encoded row with the prediction as an extra feature. */
  spread: FittedModel | null;
  /** Predicted sizes are raised to this. */
  floor: number;
  coverages: Coverages;
  /** Growth of the errors with time, where rows were held out forward; null elsewhere. */
  horizon: Horizon | null;
}

/** Bounds of each prediction. `read` gives the distances at the asked coverage; `rows` is count x features. */
export function boundRows(
  fitted: FittedBounds,
  read: BoundReader,
  predictions: Float64Array,
  rows: Float64Array,
  featureCount: number,
): { lower: Float64Array; upper: Float64Array } {
  const scales = scalesOf(fitted, predictions, rows, featureCount);
  const bounds = { lower: 0, upper: 0 };
  const lower = new Float64Array(predictions.length);
  const upper = new Float64Array(predictions.length);
  for (let row = 0; row < predictions.length; row++) {
    placeBounds(read, predictions[row], scales[row], bounds);
    lower[row] = bounds.lower;
    upper[row] = bounds.upper;
  }
  return { lower, upper };
}

const distances = { below: 0, above: 0 };

/** Writes the bounds of one prediction. */
export function placeBounds(
  read: BoundReader,
  prediction: number,
  scale: number,
  into: { lower: number; upper: number },
): void {
  read(prediction, distances);
  into.lower = Math.min(prediction, prediction + distances.below * scale);
  into.upper = Math.max(prediction, prediction + distances.above * scale);
}

/** Returns the size by which the bounds of one row are scaled; the row has a free place behind its features. */
export function createSizeReader({ spread, floor, horizon }: FittedBounds, featureCount: number) {
  const size = new Float64Array(1);
  return (row: Float64Array, prediction: number): number => {
    if (horizon) return sizeOfRow(horizon, row, 0);
    if (!spread) return 1;
    row[featureCount] = prediction;
    spread.score(row, 1, size);
    return Math.max(Math.exp(size[0]), floor);
  };
}

function scalesOf(
  { spread, floor, horizon }: FittedBounds,
  predictions: Float64Array,
  rows: Float64Array,
  featureCount: number,
): Float64Array {
  const scales = new Float64Array(predictions.length).fill(1);
  if (horizon) return scales.map((_, row) => sizeOfRow(horizon, rows, row * featureCount));
  if (!spread) return scales;
  const width = featureCount + 1;
  const widened = new Float64Array(predictions.length * width);
  for (let row = 0; row < predictions.length; row++) {
    widened.set(rows.subarray(row * featureCount, (row + 1) * featureCount), row * width);
    widened[row * width + featureCount] = predictions[row];
  }
  spread.score(widened, predictions.length, scales);
  for (let row = 0; row < scales.length; row++) scales[row] = Math.max(Math.exp(scales[row]), floor);
  return scales;
}
