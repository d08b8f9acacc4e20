import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { measureDistances, nearestOf, type Similarity } from './similarity.ts';

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

/** Number of features from completions: the mean score of each output, and the deviation of the first score. */
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
    score(fill(row, unknown), donors, scores);
    summarise(scores, donors, outputs, out, start);
  };
}

/** Returns the row's completions, row-major, the nearest donor's first. The next call overwrites them. */
export function createFiller({ reference, similarity, donorCount }: Omit<Completing, 'outputs' | 'score'>) {
  const { count, cells } = reference;
  const width = similarity.weights.length;
  const donors = Math.min(donorCount, count);
  const distances = new Float64Array(count);
  const completed = new Float64Array(donors * width);
  return (row: Float64Array, unknown: readonly number[]): Float64Array => {
    measureDistances(similarity, reference, row, distances);
    for (const [place, donor] of nearestOf(distances, count, donors).entries()) {
      completed.set(row, place * width);
      for (const feature of unknown) completed[place * width + feature] = cells[donor * width + feature];
    }
    return completed;
  };
}

function summarise(scores: Float64Array, count: number, outputs: number, out: Float64Array, start: number): void {
  for (let output = 0; output < outputs; output++) {
    let sum = 0;
    for (let at = output; at < count * outputs; at += outputs) sum += scores[at];
    out[start + output] = sum / count;
  }
  let squares = 0;
  for (let at = 0; at < count * outputs; at += outputs) squares += (scores[at] - out[start]) ** 2;
  out[start + outputs] = Math.sqrt(squares / count);
}
