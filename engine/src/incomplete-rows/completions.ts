import { nearestOf } from '../numerics/nearest.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { createDistanceMeter, type Similarity } from './similarity.ts';

/**
 * What is needed to complete a row: donors (hot-deck imputation, Andridge & Little 2010) and the model that scores the
 * completions.
 */
export interface Completing {
  reference: ReferenceRows;
  similarity: Similarity;
  /** Number of donors for each row. */
  donorCount: number;
  /** The weight of a donor falls by the exponential of this on the way to the farthest one. */
  nearness: number;
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

export function createCompleter(completing: Completing): Completer {
  const { reference, donorCount, outputs, score } = completing;
  const donors = Math.min(donorCount, reference.count);
  const fill = createFiller(completing);
  const scores = new Float64Array(donors * outputs);
  return (row, unknown, out, start) => {
    const { rows, count, shares } = fill(row, unknown);
    score(rows, count, scores);
    summarise(scores, shares.subarray(0, count), outputs, out, start);
  };
}

/** The distinct completions of a row. */
export interface Completions {
  /** Row-major. */
  rows: Float64Array;
  count: number;
  /** Share of the donors' weight that each of them stands for; the shares sum to 1. */
  shares: Float64Array;
}

/**
 * Returns a function that gives a row's completions, the nearest donor's first; its next call overwrites them. Donors
 * with the same cells for the unknown features make one completion, which is scored once.
 */
export function createFiller(filling: Omit<Completing, 'outputs' | 'score'>) {
  const { reference, similarity, donorCount, nearness } = filling;
  const { count, cells } = reference;
  const width = similarity.weights.length;
  const donors = Math.min(donorCount, count);
  const distances = new Float64Array(count);
  const completions: Completions = {
    rows: new Float64Array(donors * width),
    count: 0,
    shares: new Float64Array(donors),
  };
  const measureDistances = createDistanceMeter(similarity, reference);
  return (row: Float64Array, unknown: readonly number[]): Completions => {
    measureDistances(row, distances);
    completions.count = 0;
    const nearest = nearestOf(distances, count, donors);
    const far = distances[nearest[nearest.length - 1]];
    let weights = 0;
    for (const donor of nearest) {
      const weight = far > 0 ? Math.exp((-nearness * distances[donor]) / far) : 1;
      weights += weight;
      addCompletion(completions, row, unknown, { cells, start: donor * width, weight });
    }
    for (let place = 0; place < completions.count; place++) completions.shares[place] /= weights;
    return completions;
  };
}

/** A donor: where its cells begin, and its weight. */
interface Donor {
  cells: Float64Array;
  start: number;
  weight: number;
}

function addCompletion(completions: Completions, row: Float64Array, unknown: readonly number[], donor: Donor): void {
  const { rows, shares } = completions;
  const { cells, start, weight } = donor;
  const width = row.length;
  for (let place = 0; place < completions.count; place++)
    if (isAlike(rows, place * width, cells, start, unknown)) {
      shares[place] += weight;
      return;
    }
  const end = completions.count * width;
  rows.set(row, end);
  for (const feature of unknown) rows[end + feature] = cells[start + feature];
  shares[completions.count] = weight;
  completions.count += 1;
}

function isAlike(
  rows: Float64Array,
  at: number,
  cells: Float64Array,
  start: number,
  features: readonly number[],
): boolean {
  for (const feature of features) if (!Object.is(rows[at + feature], cells[start + feature])) return false;
  return true;
}

/** Writes the mean score of each output, and the deviation of the first one. */
function summarise(
  scores: Float64Array,
  shares: Float64Array,
  outputs: number,
  out: Float64Array,
  start: number,
): void {
  out.fill(0, start, start + outputs + 1);
  for (const [place, share] of shares.entries())
    for (let output = 0; output < outputs; output++) out[start + output] += share * scores[place * outputs + output];
  let squares = 0;
  for (const [place, share] of shares.entries()) squares += share * (scores[place * outputs] - out[start]) ** 2;
  out[start + outputs] = Math.sqrt(squares);
}
