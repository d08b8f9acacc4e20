import { chooseWeights } from '../metrics/class-weights.ts';
import { answerClasses, type MetricName } from '../metrics/metrics.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { type Calibration, calibrated, fitCalibration } from './calibration.ts';
import { type ClassParts, calibratePart, fitClassParts, type PartingColumn, type SaidClasses } from './class-parts.ts';

/** Folds: each is judged by a calibration that the others decided. */
export const calibrationFolds = 5;

/** Validation rows of classes, with probabilities before calibration. */
export interface JudgedClasses extends SaidClasses {
  metric: MetricName;
  /** Columns that may part them. */
  columns: readonly PartingColumn[];
}

/** How probabilities are calibrated: all alike, and then by the parts of one column where that tells. */
export interface ClassFinish {
  calibration: Calibration;
  parts: ClassParts | null;
}

/** The calibration of validation probabilities, with the class weights that the metric asks for. */
function decideClasses(judged: JudgedClasses): ClassFinish {
  const { truth, classCount, metric, columns } = judged;
  const calibration = fitCalibration(truth, judged.probabilities, classCount);
  const said = { ...judged, probabilities: calibrated(calibration, judged.probabilities, classCount) };
  const parts = fitClassParts(columns, said);
  if (parts) applyParts(parts, columns, said);
  return {
    calibration: { ...calibration, weights: chooseWeights(metric, truth, said.probabilities, classCount) },
    parts,
  };
}

function applyParts(
  parts: ClassParts,
  columns: readonly PartingColumn[],
  { rows, probabilities, classCount }: SaidClasses,
): void {
  const values = columns.find(({ slot }) => slot === parts.slot)?.values ?? [];
  for (const [place, row] of rows.entries())
    calibratePart(parts, values[row], probabilities, place * classCount, classCount);
}

/** Decides the calibration; where `isKnown` has 1 for some rows of the table, of these and of the others apart. */
export function decideApart(
  judged: JudgedClasses,
  isKnown: Uint8Array | undefined,
): ClassFinish & { known: ClassFinish | null } {
  if (!isKnown) return { ...decideClasses(judged), known: null };
  const [others, known] = [0, 1].map((kind) => decideClasses(pick(judged, placesOf(judged, isKnown, kind))));
  return { ...others, known };
}

function placesOf({ rows }: JudgedClasses, isKnown: Uint8Array, kind: number): number[] {
  return [...rows.keys()].filter((place) => isKnown[rows[place]] === kind);
}

/** Probabilities of each row (rows x classes), and its answer. */
interface FinishedClasses {
  probabilities: Float64Array;
  answers: Float64Array;
}

/** Cross-fits known rows and others apart, where `isKnown` tells them. */
export function crossFitApart(
  judged: JudgedClasses,
  foldOf: Uint8Array,
  isKnown: Uint8Array | undefined,
): FinishedClasses {
  if (!isKnown) return crossFitClasses(judged, foldOf);
  const { classCount } = judged;
  const probabilities = new Float64Array(judged.probabilities.length);
  const answers = new Float64Array(judged.truth.length);
  for (const kind of [0, 1]) {
    const places = placesOf(judged, isKnown, kind);
    const folds = Uint8Array.from(places, (place) => foldOf[place]);
    const own = crossFitClasses(pick(judged, places), folds);
    for (const [index, place] of places.entries()) {
      answers[place] = own.answers[index];
      probabilities.set(own.probabilities.subarray(index * classCount, (index + 1) * classCount), place * classCount);
    }
  }
  return { probabilities, answers };
}

/** Probabilities and answers of each row, by a calibration that was fitted on the other folds. */
function crossFitClasses(judged: JudgedClasses, foldOf: Uint8Array): FinishedClasses {
  const { truth, classCount } = judged;
  const probabilities = new Float64Array(judged.probabilities.length);
  const answers = new Float64Array(truth.length);
  for (let fold = 0; fold < calibrationFolds; fold++) {
    const places = (isOwn: boolean) => [...truth.keys()].filter((place) => (foldOf[place] === fold) === isOwn);
    const own = places(true);
    const { calibration, parts } = decideClasses(pick(judged, places(false)));
    const asked = pick(judged, own);
    const sure = calibrated(calibration, asked.probabilities, classCount);
    if (parts) applyParts(parts, asked.columns, { ...asked, probabilities: sure });
    const predicted = answerClasses(sure, classCount, calibration.weights);
    for (const [index, place] of own.entries()) {
      answers[place] = predicted[index];
      probabilities.set(sure.subarray(index * classCount, (index + 1) * classCount), place * classCount);
    }
  }
  return { probabilities, answers };
}

function pick({ rows, truth, probabilities, ...kept }: JudgedClasses, places: readonly number[]): JudgedClasses {
  return {
    ...kept,
    rows: Int32Array.from(places, (place) => rows[place]),
    truth: Float64Array.from(places, (place) => truth[place]),
    probabilities: rowsAt(probabilities, places, kept.classCount),
  };
}
