import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { createDonorFinder } from './donors.ts';
import type { Similarity } from './similarity.ts';

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

export function createCompleter(completing: Completing, fill = createFiller(completing)): Completer {
  const { reference, donorCount, outputs, score } = completing;
  const donors = Math.min(donorCount, reference.count);
  const scores = new Float64Array(donors * outputs);
  return (row, unknown, out, start) => {
    const { rows, count, shares } = fill(row, unknown);
    score(rows, count, scores);
    summarise({ scores, shares, first: 0, end: count }, outputs, out, start);
  };
}

/** Completes up to `most` rows, and writes the features of all with `finish`: what they share is looked up once. */
export interface JointCompleter {
  most: number;
  complete: Completer;
  finish(): void;
}

const [mostTogether, mostCells] = [256, 500_000];

export function createJointCompleter(completing: Completing, fill: Filler): JointCompleter {
  const { reference, donorCount, outputs, score, similarity } = completing;
  const donors = Math.min(donorCount, reference.count);
  const width = similarity.weights.length;
  const most = Math.max(1, Math.min(mostTogether, Math.floor(mostCells / (donors * width))));
  const all = new Float64Array(most * donors * width);
  const scores = new Float64Array(most * donors * outputs);
  const shares = new Float64Array(most * donors);
  const waiting: { first: number; end: number; out: Float64Array; start: number }[] = [];
  let total = 0;
  return {
    most,
    complete(row, unknown, out, start) {
      const { rows, count, shares: own } = fill(row, unknown);
      for (let at = 0; at < count * width; at++) all[total * width + at] = rows[at];
      for (let place = 0; place < count; place++) shares[total + place] = own[place];
      waiting.push({ first: total, end: total + count, out, start });
      total += count;
    },
    finish() {
      score(all, total, scores);
      for (const { first, end, out, start } of waiting) summarise({ scores, shares, first, end }, outputs, out, start);
      waiting.length = 0;
      total = 0;
    },
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

/** Gives a row's completions, the nearest donor's first; its next call overwrites them. */
export type Filler = (row: Float64Array, unknown: readonly number[]) => Completions;

/**
 * Prepares the completions of rows. Donors
 * with the same cells for the unknown features make one completion, which is scored once.
 */
export function createFiller(filling: Omit<Completing, 'outputs' | 'score'>): Filler {
  const { reference, similarity, donorCount, nearness } = filling;
  const { count, cells } = reference;
  const width = similarity.weights.length;
  const wanted = Math.min(donorCount, count);
  const findDonors = createDonorFinder(similarity, reference, wanted);
  /** The donor that each completion is of. */
  const donorOf = new Int32Array(wanted);
  const completions: Completions = {
    rows: new Float64Array(wanted * width),
    count: 0,
    shares: new Float64Array(wanted),
  };
  const placeOf = (donor: number, unknown: readonly number[]) => {
    for (let place = 0; place < completions.count; place++)
      if (isAlike(cells, donorOf[place] * width, donor * width, unknown)) return place;
    return completions.count;
  };
  return (row: Float64Array, unknown: readonly number[]): Completions => {
    const { rows, shares } = completions;
    const { places, distances } = findDonors(row);
    const far = distances[wanted - 1];
    completions.count = 0;
    let [weights, weight] = [0, 1];
    for (let nth = 0; nth < wanted; nth++) {
      // Donors of categories are often equally near.
      if (nth === 0 || distances[nth] !== distances[nth - 1])
        weight = far > 0 ? Math.exp((-nearness * distances[nth]) / far) : 1;
      const place = placeOf(places[nth], unknown);
      weights += weight;
      if (place < completions.count) {
        shares[place] += weight;
        continue;
      }
      const start = place * width;
      for (let feature = 0; feature < width; feature++) rows[start + feature] = row[feature];
      for (const feature of unknown) rows[start + feature] = cells[places[nth] * width + feature];
      donorOf[place] = places[nth];
      shares[place] = weight;
      completions.count += 1;
    }
    for (let place = 0; place < completions.count; place++) shares[place] /= weights;
    return completions;
  };
}

function isAlike(cells: Float64Array, start: number, other: number, features: readonly number[]): boolean {
  for (const feature of features) {
    const one = cells[start + feature];
    const two = cells[other + feature];
    if (one !== two && !(Number.isNaN(one) && Number.isNaN(two))) return false;
  }
  return true;
}

/** The completions of a row among scored ones. */
interface Scored {
  scores: Float64Array;
  shares: Float64Array;
  first: number;
  end: number;
}

/** Writes the mean score of each output, and the deviation of the first one. */
function summarise({ scores, shares, first, end }: Scored, outputs: number, out: Float64Array, start: number): void {
  out.fill(0, start, start + outputs + 1);
  for (let place = first; place < end; place++)
    for (let output = 0; output < outputs; output++)
      out[start + output] += shares[place] * scores[place * outputs + output];
  let squares = 0;
  for (let place = first; place < end; place++) squares += shares[place] * (scores[place * outputs] - out[start]) ** 2;
  out[start + outputs] = Math.sqrt(squares);
}
