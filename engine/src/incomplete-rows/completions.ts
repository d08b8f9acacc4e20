import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { createDistanceMeter, nearestOf, type Similarity } from './similarity.ts';

/**
 * What is needed to complete a row: donors (hot-deck imputation, Andridge & Little 2010) and the model that scores the
 * completions.
 */
export interface Completing {
  reference: ReferenceRows;
  similarity: Similarity;
  /** Number of donors for each row. */
  donorCount: number;
  /** Outputs of a scored row: 1 for regression, otherwise one for each class. */
  outputs: number;
  score(rows: Float64Array, count: number, out: Float64Array): void;
}

/** Returns the number of features from completions: the mean score of each output, and the deviation of the first score. */
export function completionFeatures(outputs: number): number {
  return outputs + 1;
}

/** Writes the features of a row's completions from `start` on; `unknown` features are taken from the donors. */
export type Completer = (row: Float64Array, unknown: readonly number[], out: Float64Array, start: number) => void;

export function createCompleter({ reference, similarity, donorCount, outputs, score }: Completing): Completer {
  const donors = Math.min(donorCount, reference.count);
  const fill = createFiller({ reference, similarity, donorCount });
  const scores = new Float64Array(donors * outputs);
  return (row, unknown, out, start) => {
    const { rows, count, donorsOf } = fill(row, unknown);
    score(rows, count, scores);
    summarise(scores, donorsOf.subarray(0, count), outputs, out, start);
  };
}

/** The distinct completions of a row. */
export interface Completions {
  /** Row-major. */
  rows: Float64Array;
  count: number;
  /** Number of donors that each of them stands for. */
  donorsOf: Int32Array;
}

/**
 * Returns a function that gives a row's completions, the nearest donor's first; its next call overwrites them. Donors
 * with the same cells for the unknown features make one completion, which is scored once.
 */
export function createFiller({ reference, similarity, donorCount }: Omit<Completing, 'outputs' | 'score'>) {
  const { count, cells } = reference;
  const width = similarity.weights.length;
  const donors = Math.min(donorCount, count);
  const distances = new Float64Array(count);
  const completions: Completions = {
    rows: new Float64Array(donors * width),
    count: 0,
    donorsOf: new Int32Array(donors),
  };
  const measureDistances = createDistanceMeter(similarity, reference);
  return (row: Float64Array, unknown: readonly number[]): Completions => {
    measureDistances(row, distances);
    completions.count = 0;
    for (const donor of nearestOf(distances, count, donors))
      addCompletion(completions, row, unknown, cells.subarray(donor * width, (donor + 1) * width));
    return completions;
  };
}

function addCompletion(
  completions: Completions,
  row: Float64Array,
  unknown: readonly number[],
  donor: Float64Array,
): void {
  const { rows, donorsOf } = completions;
  const width = row.length;
  for (let place = 0; place < completions.count; place++)
    if (unknown.every((feature) => Object.is(rows[place * width + feature], donor[feature]))) {
      donorsOf[place] += 1;
      return;
    }
  const start = completions.count * width;
  rows.set(row, start);
  for (const feature of unknown) rows[start + feature] = donor[feature];
  donorsOf[completions.count] = 1;
  completions.count += 1;
}

/** Writes the mean score of each output, and the deviation of the first one. */
function summarise(
  scores: Float64Array,
  donorsOf: Int32Array,
  outputs: number,
  out: Float64Array,
  start: number,
): void {
  out.fill(0, start, start + outputs);
  let [donors, squares] = [0, 0];
  for (const [place, times] of donorsOf.entries()) {
    donors += times;
    for (let output = 0; output < outputs; output++) out[start + output] += times * scores[place * outputs + output];
  }
  for (let output = 0; output < outputs; output++) out[start + output] /= donors;
  for (const [place, times] of donorsOf.entries()) squares += times * (scores[place * outputs] - out[start]) ** 2;
  out[start + outputs] = Math.sqrt(squares / donors);
}
