import { fitLeastSquares } from '../numerics/least-squares.ts';
import { fitLogistic } from '../numerics/logistic.ts';
import type { SparseRows } from '../numerics/sparse-rows.ts';
import type { Labels } from '../target/labels.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A linear model of a text's n-grams: one raw score for each class (one in total for two classes and for numbers). */
export interface TextModel {
  vocabulary: Vocabulary;
  /** In the layout of `fitLogistic`. */
  weights: Float64Array;
  sets: number;
}

/** Texts of all rows in one vocabulary; the vocabulary needs no target, so it may use all rows. */
export interface TextRows {
  vocabulary: Vocabulary;
  sparse: SparseRows;
}

/** How much is done in each fit. */
export interface TextEffort {
  /** Most texts; more hardly improve a linear model. */
  texts: number;
  /** Steps for each penalty; more hardly change predictions. */
  iterations: number;
  pause(): Promise<void>;
}

/** Fits one model for each penalty (the strongest first) on the given rows. */
export async function fitTextModels(
  { vocabulary, sparse }: TextRows,
  labels: Labels,
  train: Int32Array,
  penalties: readonly number[],
  { texts, iterations, pause }: TextEffort,
): Promise<TextModel[]> {
  const step = Math.max(1, train.length / texts);
  const rows = train.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const picked = pickSparse(sparse, rows);
  const truth = Float64Array.from(rows, (row) => labels.values[row]);
  const columnCount = vocabulary.buckets.length;
  const scaled = penalties.map((penalty) => penalty / rows.length);
  const patience = { iterations, deadline: Number.POSITIVE_INFINITY };
  const sequence =
    labels.classCount === 0
      ? await fitLeastSquares(picked, standardise(truth), columnCount, scaled, pause, patience)
      : await fitLogistic(picked, truth, labels.classCount, columnCount, scaled, pause, patience);
  return sequence.map((weights) => ({ vocabulary, weights, sets: weights.length / (columnCount + 1) }));
}

function pickSparse({ starts, columns, values }: SparseRows, rows: Int32Array): SparseRows {
  const picked = new Int32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) picked[index + 1] = picked[index] + starts[row + 1] - starts[row];
  const result = {
    count: rows.length,
    starts: picked,
    columns: new Int32Array(picked[rows.length]),
    values: new Float64Array(picked[rows.length]),
  };
  for (const [index, row] of rows.entries()) {
    result.columns.set(columns.subarray(starts[row], starts[row + 1]), picked[index]);
    result.values.set(values.subarray(starts[row], starts[row + 1]), picked[index]);
  }
  return result;
}

function standardise(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0)) || 1;
  return values.map((value) => (value - mean) / spread);
}

/** Writes the raw scores of the row with the entries from `start` to `end` into `out` from `slot` on. */
export function scoreText(
  { weights, sets }: TextModel,
  { columns, values }: { columns: ArrayLike<number>; values: ArrayLike<number> },
  [start, end]: readonly [number, number],
  out: Float64Array,
  slot: number,
): void {
  for (let set = 0; set < sets; set++) out[slot + set] = weights[weights.length - sets + set];
  for (let entry = start; entry < end; entry++) {
    const at = columns[entry] * sets;
    for (let set = 0; set < sets; set++) out[slot + set] += weights[at + set] * values[entry];
  }
}
