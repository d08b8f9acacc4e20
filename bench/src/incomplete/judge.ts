import { logLoss } from '@sibyl/engine/metrics/metrics.ts';
import type { Model, Predictions } from '@sibyl/engine/model.ts';
import { createRandom } from '@sibyl/engine/random.ts';

/** Levels of the bounds. */
export const levels = [0.8, 0.9, 0.95] as const;

/** Quality of the answers. Numbers have a coverage per level, classes a calibration error. */
export interface Judged {
  /** Mean absolute error, or log loss. */
  error: number;
  /** Root mean squared error; NaN for classes. */
  squared: number;
  coverages: number[];
  /** Ten bins; NaN for numbers. */
  calibrationError: number;
  /** What chance alone gives as many rows of a model whose confidence is right. */
  chanceCalibrationError: number;
  /** Mean width of the bounds at 0.9; NaN for classes. */
  width: number;
}

/** Predicts the rows and compares with the truths. */
export function judge(model: Model, rows: readonly Record<string, unknown>[], truth: Float64Array): Judged {
  const { classes } = model.description;
  const answers = levels.map((quantile) => answer(model, rows, quantile));
  if (classes) return judgeClasses(answers[0], truth, classes.length);
  const errors = truth.map((value, row) => value - answers[0].values[row]);
  return {
    error: meanOf(errors.map(Math.abs)),
    squared: Math.sqrt(meanOf(errors.map((error) => error * error))),
    coverages: answers.map((one) => coverageOf(one, truth)),
    calibrationError: Number.NaN,
    chanceCalibrationError: Number.NaN,
    width: meanOf(truth.map((_, row) => (answers[1].upper?.[row] ?? Number.NaN) - (answers[1].lower?.[row] ?? 0))),
  };
}

export function answer(model: Model, rows: readonly Record<string, unknown>[], quantile: number): Predictions {
  const problems: Parameters<Model['predict']>[2] = [];
  const predictions = model.predict(rows, { quantile }, problems);
  if (predictions) return predictions;
  throw new Error(`${problems.length} cells cannot be read: ${JSON.stringify(problems[0])}`);
}

function judgeClasses({ probabilities, confidence, values }: Predictions, truth: Float64Array, classCount: number) {
  const right = Uint8Array.from(values, (value, row) => Number(value === truth[row]));
  const random = createRandom(7);
  const byChance = Array.from({ length: chanceDraws }, () =>
    calibrationError(
      confidence,
      confidence.map((sure) => Number(random() < sure)),
    ),
  );
  return {
    error: logLoss(truth, probabilities ?? new Float64Array(truth.length * classCount), classCount),
    squared: Number.NaN,
    coverages: [],
    calibrationError: calibrationError(confidence, right),
    chanceCalibrationError: meanOf(byChance),
    width: Number.NaN,
  };
}

const chanceDraws = 50;

function calibrationError(confidence: Float64Array, right: Uint8Array | Float64Array): number {
  const bins = Array.from({ length: 10 }, () => ({ sure: 0, right: 0 }));
  for (const [row, sure] of confidence.entries()) {
    const bin = bins[Math.min(9, Math.floor(sure * 10))];
    bin.sure += sure;
    bin.right += right[row];
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.sure - bin.right), 0) / confidence.length;
}

function coverageOf({ lower, upper }: Predictions, truth: Float64Array): number {
  return meanOf(
    truth.map((value, row) => Number(lower !== null && upper !== null && value >= lower[row] && value <= upper[row])),
  );
}

export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index];
  return sum / values.length;
}
