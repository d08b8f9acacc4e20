import type { SavedValue } from '../model-file/reader.ts';

/** How sure probabilities are made. */
export interface Sharpness {
  /** Log-probabilities are divided by this, `lifts` are multiplied in, and all is renormalised. */
  temperature: number;
  /**
   * The share of each class to the power of 1 - 1 / temperature: what is too sure is drawn to the shares of the classes,
   * not to equal chances. Null in files of older programs.
   */
  lifts: readonly number[] | null;
  /**
   * Then this much probability is spread evenly over the classes: n rows without an error promise at most about 1 -
   * 1/n.
   */
  doubt: number;
}

/** The calibration of a class model. */
export interface Calibration extends Sharpness {
  /** Weight of each class before the likeliest is chosen; null where all weigh the same. */
  weights: readonly number[] | null;
}

/** Probabilities are raised to this before their logarithm is taken. */
const floor = 1e-7;

/** Rescales the probabilities of one row from `start` in place. */
export function calibrate(
  { temperature, lifts, doubt }: Sharpness,
  probabilities: Float64Array,
  start: number,
  count: number,
): void {
  let sum = 0;
  for (let index = start; index < start + count; index++) {
    const kept = Math.max(probabilities[index], floor);
    const drawn = temperature === 1 ? kept : kept ** (1 / temperature);
    probabilities[index] = lifts ? drawn * lifts[index - start] : drawn;
    sum += probabilities[index];
  }
  for (let index = start; index < start + count; index++)
    probabilities[index] = ((1 - doubt) * probabilities[index]) / sum + doubt / count;
}

/** Standard deviation of the logarithm of usual temperatures: of few rows, another one is mostly luck. */
const usualDeviation = 0.35;
/** One temperature is known well enough from this many probabilities. */
const mostCells = 400_000;

/** The calibration of validation rows (rows x classes), without weights. */
export function fitCalibration(truth: Float64Array, probabilities: Float64Array, classCount: number): Calibration {
  return { ...fitSharpness(truth, probabilities, classCount).sharpness, weights: null };
}

/**
 * The temperature with the lowest log loss on validation rows (rows x classes), by golden-section search on its
 * logarithm, of which `deviation` is usual; and the gain in log-likelihood that is left beyond that.
 */
export function fitSharpness(
  allTruth: Float64Array,
  allProbabilities: Float64Array,
  classCount: number,
  deviation = usualDeviation,
): { sharpness: Sharpness; gain: number } {
  const doubt = 1 / (allTruth.length + 2);
  const [truth, probabilities] = thinOut(allTruth, allProbabilities, classCount);
  const usual = sharesOf(allTruth, classCount).map(Math.log);
  // Relative to the shares of the classes, which stay as they are.
  const logs = probabilities.map((value, cell) => Math.log(Math.max(value, floor)) - usual[cell % classCount]);
  const lossAt = (logTemperature: number) =>
    lossOf({ truth, logs, usual, doubt }, Math.exp(logTemperature)) +
    (logTemperature / deviation) ** 2 / (2 * truth.length);
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
  const temperature = Math.exp((low + high) / 2);
  const lifts = usual.map((log) => Math.exp(log * (1 - 1 / temperature)));
  return { sharpness: { temperature, lifts, doubt }, gain: truth.length * (lossAt(0) - lossAt((low + high) / 2)) };
}

/** Share of each class, with one more row of each. */
function sharesOf(truth: Float64Array, classCount: number): number[] {
  const counts = Array.from({ length: classCount }, () => 1);
  for (const label of truth) counts[label] += 1;
  return counts.map((count) => count / (truth.length + classCount));
}

/** Truths, and the logarithms of probabilities relative to the usual ones. */
interface Judging {
  truth: Float64Array;
  logs: Float64Array;
  usual: readonly number[];
  doubt: number;
}

/** The log loss of calibrated probabilities, computed from their logarithms. */
function lossOf({ truth, logs, usual, doubt }: Judging, temperature: number) {
  const classCount = usual.length;
  const powerOf = (index: number, start: number) => Math.exp(logs[index] / temperature + usual[index - start]);
  let loss = 0;
  for (let row = 0; row < truth.length; row++) {
    const start = row * classCount;
    let sum = 0;
    for (let index = start; index < start + classCount; index++) sum += powerOf(index, start);
    const share = powerOf(start + truth[row], start) / sum;
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
  return { ...loadSharpness(saved, classCount), weights: loaded };
}

export function loadSharpness(saved: SavedValue, classCount: number): Sharpness {
  const lifts = saved.get('lifts');
  const loaded = lifts.isNull ? null : lifts.list(classCount).map((lift) => lift.number(0));
  if (loaded !== null && loaded.length !== classCount) lifts.fail('one lift for each class');
  return {
    temperature: saved.get('temperature').number(1e-3, 1e3),
    lifts: loaded,
    doubt: saved.get('doubt').number(0, 1),
  };
}
