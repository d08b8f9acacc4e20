import type { SavedValue } from '../model-file/reader.ts';

/** The calibration of a class model. */
export interface Calibration {
  /** Log-probabilities are divided by this and renormalised. */
  temperature: number;
  /**
   * Then this much probability is spread evenly over the classes: n rows without an error promise at most about 1 -
   * 1/n.
   */
  doubt: number;
  /** Weight of each class before the likeliest is chosen; null where all weigh the same. */
  weights: readonly number[] | null;
}

/** Probabilities are raised to this before their logarithm is taken. */
const floor = 1e-7;

/** Rescales the probabilities of one row from `start` in place. */
export function calibrate(
  { temperature, doubt }: Calibration,
  probabilities: Float64Array,
  start: number,
  count: number,
): void {
  let sum = 0;
  for (let index = start; index < start + count; index++) {
    const kept = Math.max(probabilities[index], floor);
    probabilities[index] = temperature === 1 ? kept : kept ** (1 / temperature);
    sum += probabilities[index];
  }
  for (let index = start; index < start + count; index++)
    probabilities[index] = ((1 - doubt) * probabilities[index]) / sum + doubt / count;
}

/** One temperature is known well enough from this many probabilities. */
const mostCells = 400_000;

/**
 * The temperature with the lowest log loss on validation rows (rows x classes), by golden-section search on its
 * logarithm.
 */
export function fitCalibration(
  allTruth: Float64Array,
  allProbabilities: Float64Array,
  classCount: number,
): Calibration {
  const doubt = 1 / (allTruth.length + 2);
  const [truth, probabilities] = thinOut(allTruth, allProbabilities, classCount);
  const logs = probabilities.map((value) => Math.log(Math.max(value, floor)));
  const lossAt = (logTemperature: number) => lossOf(truth, logs, classCount, Math.exp(logTemperature), doubt);
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [-2.5, 2.5];
  let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [leftLoss, rightLoss] = [lossAt(left), lossAt(right)];
  for (let step = 0; step < 25; step++) {
    if (leftLoss <= rightLoss) {
      [high, right, rightLoss] = [right, left, leftLoss];
      left = high - ratio * (high - low);
      leftLoss = lossAt(left);
    } else {
      [low, left, leftLoss] = [left, right, rightLoss];
      right = low + ratio * (high - low);
      rightLoss = lossAt(right);
    }
  }
  return { temperature: Math.exp((low + high) / 2), doubt, weights: null };
}

/** The log loss of calibrated probabilities, computed from their logarithms. */
function lossOf(truth: Float64Array, logs: Float64Array, classCount: number, temperature: number, doubt: number) {
  let loss = 0;
  for (let row = 0; row < truth.length; row++) {
    const start = row * classCount;
    let sum = 0;
    for (let index = start; index < start + classCount; index++) sum += Math.exp(logs[index] / temperature);
    const share = Math.exp(logs[start + truth[row]] / temperature) / sum;
    loss -= Math.log((1 - doubt) * share + doubt / classCount);
  }
  return loss / truth.length;
}

/** Takes every k-th row where there are more probabilities than needed. */
function thinOut(truth: Float64Array, probabilities: Float64Array, classCount: number): [Float64Array, Float64Array] {
  const stride = Math.ceil(probabilities.length / mostCells);
  if (stride <= 1) return [truth, probabilities];
  const kept = truth.filter((_, row) => row % stride === 0);
  return [kept, probabilities.filter((_, cell) => Math.floor(cell / classCount) % stride === 0)];
}

/** A calibrated copy of rows x classes. */
export function calibrated(calibration: Calibration, probabilities: Float64Array, classCount: number): Float64Array {
  const copy = probabilities.slice();
  for (let start = 0; start < copy.length; start += classCount) calibrate(calibration, copy, start, classCount);
  return copy;
}

export function loadCalibration(saved: SavedValue, classCount: number): Calibration {
  const weights = saved.get('weights');
  const loaded = weights.isNull ? null : weights.list(classCount).map((weight) => weight.number(0));
  if (loaded !== null && loaded.length !== classCount) weights.fail('one weight for each class');
  return {
    temperature: saved.get('temperature').number(1e-3, 1e3),
    doubt: saved.get('doubt').number(0, 1),
    weights: loaded,
  };
}
