import { rowNumbers } from '../random.ts';

/** Many classes of fewer rows each than this on average are not spread evenly. */
const [manyClasses, fewRows] = [10, 30];
/** Rows of a class of so few are spread as far as two folds: otherwise some folds would not know the class. */
const fewestAlone = 3;

/**
 * Returns which rows are spread evenly over folds. Where many classes have few rows, fits learn from their numbers which
 * class is likelier, and evenly spread rows would show the same numbers, which fresh ones do not: so these are dealt at
 * random.
 */
export function strataOfClasses(labels: Float64Array, classCount: number): Int32Array {
  if (classCount < manyClasses || labels.length >= fewRows * classCount) return Int32Array.from(labels);
  const counts = new Int32Array(classCount);
  for (const label of labels) counts[label] += 1;
  const seen = new Int32Array(classCount);
  return Int32Array.from(labels, (label) => {
    seen[label] += 1;
    return counts[label] <= fewestAlone && seen[label] <= 2 ? 1 + label : 0;
  });
}

/** Ranks the target into ten equally filled bands, so that every fold sees all of its range. */
export function bandsOf(values: Float64Array): Int32Array {
  const order = rowNumbers(values.length).sort((a, b) => values[a] - values[b] || a - b);
  const bands = new Int32Array(values.length);
  for (const [rank, row] of order.entries()) bands[row] = Math.floor((rank * 10) / values.length);
  return bands;
}
