import { chooseWeights } from '../metrics/class-weights.ts';
import { answerClasses, type MetricName } from '../metrics/metrics.ts';
import { type Calibration, calibrated, fitCalibration } from './calibration.ts';

/** Folds: each is judged by a calibration that the others decided. */
export const calibrationFolds = 5;

/** The calibration of validation probabilities (rows x classes), with the class weights that the metric asks for. */
export function decideClasses(
  truth: Float64Array,
  probabilities: Float64Array,
  classCount: number,
  metric: MetricName,
): Calibration {
  const calibration = fitCalibration(truth, probabilities, classCount);
  const sure = calibrated(calibration, probabilities, classCount);
  return { ...calibration, weights: chooseWeights(metric, truth, sure, classCount) };
}

/** Probabilities and answers of each row, by a calibration that was fitted on the other folds. */
export function crossFitClasses(
  truth: Float64Array,
  predictions: Float64Array,
  classCount: number,
  metric: MetricName,
  foldOf: Uint8Array,
): { probabilities: Float64Array; answers: Float64Array } {
  const probabilities = new Float64Array(predictions.length);
  const answers = new Float64Array(truth.length);
  for (let fold = 0; fold < calibrationFolds; fold++) {
    const places = (isOwn: boolean) => [...truth.keys()].filter((place) => (foldOf[place] === fold) === isOwn);
    const [own, others] = [places(true), places(false)];
    const truthOf = (some: readonly number[]) => Float64Array.from(some, (place) => truth[place]);
    const rowsOf = (some: readonly number[]) => pickRows(predictions, classCount, some);
    const calibration = decideClasses(truthOf(others), rowsOf(others), classCount, metric);
    const sure = calibrated(calibration, rowsOf(own), classCount);
    const predicted = answerClasses(sure, classCount, calibration.weights);
    for (const [index, place] of own.entries()) {
      answers[place] = predicted[index];
      probabilities.set(sure.subarray(index * classCount, (index + 1) * classCount), place * classCount);
    }
  }
  return { probabilities, answers };
}

function pickRows(table: Float64Array, width: number, rows: readonly number[]): Float64Array {
  const picked = new Float64Array(rows.length * width);
  for (const [index, row] of rows.entries()) picked.set(table.subarray(row * width, (row + 1) * width), index * width);
  return picked;
}
