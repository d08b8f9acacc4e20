import type { NumericField } from '../columns/fields.ts';
import { solveSymmetric } from '../numerics/cholesky.ts';
import type { Labels } from '../target/labels.ts';

/** Columns that give this much of the target together are what it was worked out from. */
const wholly = 0.999;
/** Of this many rows nothing is by chance. */
const mostRows = 1000;
/** Fewest rows on which weights are fitted, and as many to judge them. */
const fewestRows = 20;
/** One more than are told: the first that is picked may stand for two others. */
const mostPicked = 4;
const mostParts = 3;
/** Columns that say the same as those before them are tried in vain. */
const mostTried = 8;

/** Numbers by column, and those of the target, of the same rows. */
interface Numbers {
  columns: readonly Float64Array[];
  target: Float64Array;
}

interface Fitted {
  share: number;
  remainder: Float64Array;
}

/**
 * Finds two or three columns whose weighted sum or product is the target, as an amount is of what was counted and its
 * price, a change of what was before and after. They are picked one after another by what is left to explain, and judged
 * on rows that the weights were not fitted to.
 */
export function findParts(fields: readonly NumericField[], { values }: Labels): NumericField[] {
  const step = Math.max(1, Math.floor(values.length / mostRows));
  const rows = Int32Array.from(values.keys()).filter((row) => row % step === 0 && !Number.isNaN(values[row]));
  const target = Float64Array.from(rows, (row) => values[row]);
  const columns = fields.map((field) => Float64Array.from(rows, (row) => field.values[row]));
  const parts = partsOf({ columns, target });
  if (parts.length > 0) return parts.map((at) => fields[at]);
  if (!target.every((value) => value > 0)) return [];
  const logs = columns.map((cells) => cells.map((value) => (value > 0 ? Math.log(value) : Number.NaN)));
  return partsOf({ columns: logs, target: target.map(Math.log) }).map((at) => fields[at]);
}

function partsOf(numbers: Numbers): number[] {
  const tried = new Set<number>();
  let picked: number[] = [];
  let left = numbers.target;
  while (tried.size < Math.min(mostTried, numbers.columns.length) && picked.length < mostPicked) {
    const next = nearestTo(left, numbers.columns, tried);
    tried.add(next);
    const fitted = fit(numbers, [...picked, next]);
    if (fitted === undefined) continue;
    picked = [...picked, next];
    left = fitted.remainder;
    if (picked.length > 1 && fitted.share >= wholly) return withoutIdle(numbers, picked).sort((a, b) => a - b);
  }
  return [];
}

/** The column that goes most with what is left to explain; a missing number says nothing. */
function nearestTo(left: Float64Array, columns: readonly Float64Array[], tried: ReadonlySet<number>): number {
  const related = columns.map((cells, at) => (tried.has(at) ? -1 : correlation(cells, left)));
  return related.indexOf(Math.max(...related));
}

function correlation(cells: Float64Array, left: Float64Array): number {
  let [count, sum, leftSum] = [0, 0, 0];
  for (let row = 0; row < left.length; row += 1) {
    if (Number.isNaN(cells[row]) || Number.isNaN(left[row])) continue;
    count += 1;
    sum += cells[row];
    leftSum += left[row];
  }
  const [mean, leftMean] = [sum / count, leftSum / count];
  let [square, leftSquare, product] = [0, 0, 0];
  for (let row = 0; row < left.length; row += 1) {
    if (Number.isNaN(cells[row]) || Number.isNaN(left[row])) continue;
    square += (cells[row] - mean) ** 2;
    leftSquare += (left[row] - leftMean) ** 2;
    product += (cells[row] - mean) * (left[row] - leftMean);
  }
  if (!(square > 0 && leftSquare > 0) || count < 2 * fewestRows) return 0;
  // Roots: the product of two squares may be beyond a double.
  return (product / Math.sqrt(square) / Math.sqrt(leftSquare)) ** 2;
}

/** Leaves out columns without which the others still give the target; more than a few tell nothing. */
function withoutIdle(numbers: Numbers, picked: readonly number[]): number[] {
  const idle = picked.find((at) => picked.length > 2 && (fit(numbers, remove(picked, at))?.share ?? 0) >= wholly);
  if (idle !== undefined) return withoutIdle(numbers, remove(picked, idle));
  return picked.length <= mostParts ? [...picked] : [];
}

function remove(picked: readonly number[], at: number): number[] {
  return picked.filter((one) => one !== at);
}

/**
 * Fits weights to every second row; `share` is what they explain on the others, `remainder` what is left of each row.
 * Undefined for too few rows, and for columns that say the same.
 */
function fit({ columns, target }: Numbers, picked: readonly number[]): Fitted | undefined {
  const used = [...picked.map((at) => columns[at]), target];
  const rows = Int32Array.from(target.keys()).filter((row) => used.every((cells) => !Number.isNaN(cells[row])));
  const [known, asked] = [0, 1].map((part) => rows.filter((_, place) => place % 2 === part));
  if (known.length < fewestRows || 2 * rows.length < target.length) return undefined;
  const means = used.map((cells) => meanAt(cells, known));
  const weights = weigh(used, means, known);
  if (!weights) return undefined;
  const usual = means[picked.length];
  const remainder = target.map((value, row) =>
    weights.reduce((left, weight, place) => left - weight * (used[place][row] - means[place]), value - usual),
  );
  const error = asked.reduce((sum, row) => sum + remainder[row] ** 2, 0);
  const mean = meanAt(target, asked);
  const base = asked.reduce((sum, row) => sum + (target[row] - mean) ** 2, 0);
  return { share: base > 0 ? 1 - error / base : 0, remainder };
}

/** Least squares of the last of the columns by the others; undefined where some say the same. */
function weigh(used: readonly Float64Array[], means: readonly number[], rows: Int32Array): Float64Array | undefined {
  const size = used.length - 1;
  const product = (one: number, other: number) =>
    rows.reduce((sum, row) => sum + (used[one][row] - means[one]) * (used[other][row] - means[other]), 0);
  const matrix = Float64Array.from({ length: size * size }, (_, at) => product(Math.floor(at / size), at % size));
  return solveSymmetric(
    matrix,
    Float64Array.from({ length: size }, (_, place) => product(place, size)),
  );
}

function meanAt(cells: Float64Array, rows: Int32Array): number {
  return rows.reduce((sum, row) => sum + cells[row] / rows.length, 0);
}
