import { chooseWeights } from '../metrics/class-weights.ts';
import { answerClasses, type MetricName } from '../metrics/metrics.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { type Calibration, calibrated, fitCalibration } from './calibration.ts';
import { type ClassParts, calibratePart, fitClassParts, type PartingColumn } from './class-parts.ts';

/** Folds: each is judged by a calibration that the others decided. */
export const calibrationFolds = 5;

/** Validation rows of classes. */
export interface JudgedClasses {
  truth: Float64Array;
  /** Rows x classes, before calibration. */
  probabilities: Float64Array;
  classCount: number;
  metric: MetricName;
  /** Columns of few categories, with the codes of these rows. */
  columns: readonly PartingColumn[];
}

/** How probabilities are calibrated: all alike, and then by the categories of one column where that tells. */
export interface ClassFinish {
  calibration: Calibration;
  parts: ClassParts | null;
}

/** The calibration of validation probabilities, with the class weights that the metric asks for. */
export function decideClasses({ truth, probabilities, classCount, metric, columns }: JudgedClasses): ClassFinish {
  const calibration = fitCalibration(truth, probabilities, classCount);
  const sure = calibrated(calibration, probabilities, classCount);
  const parts = fitClassParts(columns, truth, sure, classCount);
  if (parts) applyParts(parts, columns, sure, classCount);
  return { calibration: { ...calibration, weights: chooseWeights(metric, truth, sure, classCount) }, parts };
}

function applyParts(
  parts: ClassParts,
  columns: readonly PartingColumn[],
  probabilities: Float64Array,
  classCount: number,
): void {
  const codes = columns.find(({ slot }) => slot === parts.slot)?.codes ?? [];
  for (const [row, code] of codes.entries()) calibratePart(parts, code, probabilities, row * classCount, classCount);
}

/** Probabilities and answers of each row, by a calibration that was fitted on the other folds. */
export function crossFitClasses(
  judged: JudgedClasses,
  foldOf: Uint8Array,
): { probabilities: Float64Array; answers: Float64Array } {
  const { truth, classCount } = judged;
  const probabilities = new Float64Array(judged.probabilities.length);
  const answers = new Float64Array(truth.length);
  for (let fold = 0; fold < calibrationFolds; fold++) {
    const places = (isOwn: boolean) => [...truth.keys()].filter((place) => (foldOf[place] === fold) === isOwn);
    const own = places(true);
    const { calibration, parts } = decideClasses(pick(judged, places(false)));
    const asked = pick(judged, own);
    const sure = calibrated(calibration, asked.probabilities, classCount);
    if (parts) applyParts(parts, asked.columns, sure, classCount);
    const predicted = answerClasses(sure, classCount, calibration.weights);
    for (const [index, place] of own.entries()) {
      answers[place] = predicted[index];
      probabilities.set(sure.subarray(index * classCount, (index + 1) * classCount), place * classCount);
    }
  }
  return { probabilities, answers };
}

function pick({ truth, probabilities, columns, ...kept }: JudgedClasses, rows: readonly number[]): JudgedClasses {
  return {
    ...kept,
    truth: Float64Array.from(rows, (row) => truth[row]),
    probabilities: rowsAt(probabilities, rows, kept.classCount),
    columns: columns.map((column) => ({ ...column, codes: Float64Array.from(rows, (row) => column.codes[row]) })),
  };
}
