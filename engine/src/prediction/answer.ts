import { type Calibration, calibrate } from '../bounds/calibration.ts';
import { boundRows, type FittedBounds } from '../bounds/fitted-bounds.ts';
import { shareInsideKnots } from '../bounds/local.ts';
import type { Predictions, PredictOptions } from '../model.ts';
import { likeliest } from '../selection/metrics.ts';

const defaultCoverage = 0.9;

/** Regression: predictions with their bounds. `rows` is count x features. */
export function answerNumbers(
  fitted: FittedBounds,
  scores: Float64Array,
  rows: Float64Array,
  featureCount: number,
  options: PredictOptions,
): Predictions {
  const count = scores.length;
  const coverage = options.quantile ?? defaultCoverage;
  const { lower, upper } = boundRows(fitted, scores, rows, featureCount, coverage);
  const confidence = new Float64Array(count).fill(shareInsideKnots(fitted.knots, coverage));
  return { count, values: scores, lower, upper, confidence, probabilities: null };
}

/** Classes: calibrated probabilities and the answer by likelihood, or by threshold where two classes are told apart. */
export function answerClasses(
  calibration: Calibration,
  probabilities: Float64Array,
  classCount: number,
  options: PredictOptions,
): Predictions {
  for (let start = 0; start < probabilities.length; start += classCount)
    calibrate(calibration, probabilities, start, classCount);
  const values = chooseClasses(probabilities, classCount, options);
  const confidence = values.map((value, row) => probabilities[row * classCount + value]);
  return { count: values.length, values, lower: null, upper: null, confidence, probabilities };
}

function chooseClasses(probabilities: Float64Array, classCount: number, { threshold }: PredictOptions): Float64Array {
  const values = new Float64Array(probabilities.length / classCount);
  const byThreshold = classCount === 2 ? threshold : undefined;
  for (let row = 0; row < values.length; row++) {
    const start = row * classCount;
    values[row] =
      byThreshold === undefined
        ? likeliest(probabilities, start, classCount)
        : Number(probabilities[start + 1] >= byThreshold);
  }
  return values;
}

/** Numbers (`classCount` 0) or classes of a model whose errors nobody has seen: no bounds, no confidence. */
export function answerUnproven(scores: Float64Array, classCount: number, options: PredictOptions): Predictions {
  const values = classCount === 0 ? scores : chooseClasses(scores, classCount, options);
  const count = values.length;
  const confidence = new Float64Array(count).fill(Number.NaN);
  return { count, values, lower: null, upper: null, confidence, probabilities: classCount === 0 ? null : scores };
}
