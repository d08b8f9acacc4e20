import type { SparseRows } from '../numerics/sparse-rows.ts';
import { bucketCount } from './tokens.ts';

/** The buckets of frequent n-grams, with their weights (inverse document frequency). */
export interface Vocabulary {
  buckets: Int32Array;
  weights: Float64Array;
}

/** Fewest texts with a bucket; rarer buckets do not generalise. */
const fewestTexts = 3;
const mostBuckets = 60_000;

/** Chooses the buckets that are in most texts; equal ones by number. `tokens` has the hashed tokens of each text. */
export function chooseVocabulary(tokens: readonly (readonly number[])[]): Vocabulary {
  const frequencies = new Int32Array(bucketCount);
  for (const text of tokens) for (const bucket of new Set(text)) frequencies[bucket] += 1;
  const frequent = Int32Array.from(frequencies.keys()).filter((bucket) => frequencies[bucket] >= fewestTexts);
  const buckets = frequent.sort((a, b) => frequencies[b] - frequencies[a] || a - b).slice(0, mostBuckets);
  const weights = Float64Array.from(buckets, (bucket) => 1 + Math.log((1 + tokens.length) / (1 + frequencies[bucket])));
  return { buckets, weights };
}

/** Turns texts into sparse rows of unit length: damped counts times weights. */
export interface Vectorizer {
  vectorize(tokens: readonly number[], columns: number[], values: number[]): void;
}

export function createVectorizer({ buckets, weights }: Vocabulary): Vectorizer {
  const columnOf = new Int32Array(bucketCount).fill(-1);
  for (const [column, bucket] of buckets.entries()) columnOf[bucket] = column;
  return {
    vectorize(tokens, columns, values) {
      const counts = new Map<number, number>();
      for (const bucket of tokens) {
        const column = columnOf[bucket];
        if (column >= 0) counts.set(column, (counts.get(column) ?? 0) + 1);
      }
      const first = values.length;
      let squares = 0;
      for (const [column, count] of counts) {
        const value = (1 + Math.log(count)) * weights[column];
        columns.push(column);
        values.push(value);
        squares += value * value;
      }
      const length = Math.sqrt(squares) || 1;
      for (let index = first; index < values.length; index++) values[index] /= length;
    },
  };
}

/** Sparse rows of many hashed texts. */
export function vectorizeAll(vectorizer: Vectorizer, tokens: readonly (readonly number[])[]): SparseRows {
  const columns: number[] = [];
  const values: number[] = [];
  const starts = new Int32Array(tokens.length + 1);
  for (const [row, text] of tokens.entries()) {
    vectorizer.vectorize(text, columns, values);
    starts[row + 1] = columns.length;
  }
  return { count: tokens.length, starts, columns: Int32Array.from(columns), values: Float64Array.from(values) };
}
