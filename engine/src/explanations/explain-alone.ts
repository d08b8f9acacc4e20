import type { Field, NumericField, TextField } from '../columns/fields.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import type { Labels } from '../target/labels.ts';

/** Most rows examined, so that wide tables take bounded time. */
const mostRows = 10_000;
const mostCells = 2_000_000;
/** For two classes: the test rows must contain this many of the rarer class, because fewer may be right by luck. */
const fewestErrors = 10;

type Estimate = (row: number) => number;

/**
 * Returns how much of the target each column explains alone on other rows: 1 when its cell, or its absence, determines
 * the target. This is far less than a model finds, but it always finds a copy of the target.
 */
export function explainAlone(fields: readonly Field[], labels: Labels, seed: number): number[] {
  const most = Math.min(mostRows, Math.max(100, Math.floor(mostCells / Math.max(fields.length, 1))));
  const rows = shuffle(rowNumbers(labels.values.length), createRandom(seed)).slice(0, most);
  const known = rows.subarray(0, rows.length >> 1);
  const validation = rows.subarray(rows.length >> 1);
  // The mean of the known rows may lie far off because of one of them, and anything would be better.
  const usual = typical(labels, validation);
  const base = errorOf(labels, validation, () => usual);
  if (labels.classCount > 0 && base < fewestErrors) return fields.map(() => 0);
  return fields.map((field) => {
    const estimate = field.type === 'text' ? lookUpTexts(field, labels, known) : lookUpNumbers(field, labels, known);
    return base > 0 ? 1 - errorOf(labels, validation, estimate) / base : 0;
  });
}

/** Returns the sum of squared errors, or the number of wrong classes. */
function errorOf({ values, classCount }: Labels, rows: Int32Array, estimate: Estimate): number {
  let error = 0;
  for (const row of rows)
    error += classCount > 0 ? Number(values[row] !== estimate(row)) : (values[row] - estimate(row)) ** 2;
  return error;
}

/** Returns the mean, or the most frequent class. */
function typical({ values, classCount }: Labels, rows: ArrayLike<number>): number {
  const counts = new Float64Array(Math.max(classCount, 1));
  let sum = 0;
  for (let index = 0; index < rows.length; index++) {
    if (classCount > 0) counts[values[rows[index]]] += 1;
    else sum += values[rows[index]] / rows.length;
  }
  return classCount > 0 ? counts.indexOf(Math.max(...counts)) : sum;
}

function lookUpTexts({ codes }: TextField, labels: Labels, known: Int32Array): Estimate {
  const groups = Map.groupBy(known, (row) => codes[row]);
  const answers = new Map([...groups].map(([code, rows]) => [code, typical(labels, rows)]));
  const otherwise = typical(labels, known);
  return (row) => answers.get(codes[row]) ?? otherwise;
}

/** Interpolates between the nearest known values: linearly for numbers, the nearer one for classes. */
function lookUpNumbers({ values }: NumericField, labels: Labels, known: Int32Array): Estimate {
  const present = known.filter((row) => !Number.isNaN(values[row])).sort((a, b) => values[a] - values[b] || a - b);
  const missing = typical(
    labels,
    known.filter((row) => Number.isNaN(values[row])),
  );
  const otherwise = typical(labels, known);
  return (row) => {
    const value = values[row];
    if (Number.isNaN(value)) return missing;
    if (present.length === 0) return otherwise;
    const place = firstAtLeast(present, values, value);
    const [low, high] = [present[Math.max(0, place - 1)], present[Math.min(place, present.length - 1)]];
    const gap = values[high] - values[low];
    const share = gap > 0 ? Math.min(1, Math.max(0, (value - values[low]) / gap)) : 1;
    if (labels.classCount > 0) return labels.values[share > 0.5 ? high : low];
    return labels.values[low] + share * (labels.values[high] - labels.values[low]);
  };
}

function firstAtLeast(sorted: Int32Array, values: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[sorted[middle]] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
