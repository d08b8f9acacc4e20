import type { NumericField } from '../columns/fields.ts';
import type { Labels } from '../target/labels.ts';

/** Fewest rows on which two weights are fitted, and as many to judge them. */
const fewestRows = 20;

/** Returns how much of a number the best weighted sum of two columns explains on other rows; 1 for the mean of both. */
export function explainTogether(one: NumericField, other: NumericField, { values }: Labels): number {
  const rows = Int32Array.from(values.keys()).filter(
    (row) => !Number.isNaN(one.values[row]) && !Number.isNaN(other.values[row]),
  );
  const [known, asked] = [0, 1].map((part) => rows.filter((_, place) => place % 2 === part));
  if (known.length < fewestRows) return 0;
  const [meanOne, meanOther, mean] = [one.values, other.values, values].map((cells) => meanAt(cells, known));
  let [oneOne, oneOther, otherOther, oneTarget, otherTarget] = [0, 0, 0, 0, 0];
  for (const row of known) {
    const [a, b, y] = [one.values[row] - meanOne, other.values[row] - meanOther, values[row] - mean];
    oneOne += a * a;
    oneOther += a * b;
    otherOther += b * b;
    oneTarget += a * y;
    otherTarget += b * y;
  }
  const determinant = oneOne * otherOther - oneOther * oneOther;
  if (!(determinant > 1e-9 * oneOne * otherOther)) return 0;
  const weightOne = (oneTarget * otherOther - otherTarget * oneOther) / determinant;
  const weightOther = (otherTarget * oneOne - oneTarget * oneOther) / determinant;
  const meanAsked = meanAt(values, asked);
  let [error, base] = [0, 0];
  for (const row of asked) {
    const y = values[row] - mean;
    base += (values[row] - meanAsked) ** 2;
    error += (y - weightOne * (one.values[row] - meanOne) - weightOther * (other.values[row] - meanOther)) ** 2;
  }
  return base > 0 ? 1 - error / base : 0;
}

function meanAt(cells: Float64Array, rows: Int32Array): number {
  return rows.reduce((sum, row) => sum + cells[row] / rows.length, 0);
}
