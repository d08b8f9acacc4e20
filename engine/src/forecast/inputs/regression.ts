import { solveSymmetric } from '../../numerics/cholesky.ts';
import type { SeriesInputs } from './series-inputs.ts';
import { changesOf, listWhitenings, whiten } from './whiten.ts';

/** Sums of products of one series, whose noise is taken for a moving average of changes. */
interface Products {
  /** Width x width, lower triangle. */
  matrix: Float64Array;
  right: Float64Array;
  /** Variance of the noise, and of the changes. */
  noise: number;
  change: number;
}

interface Fitted extends Products {
  /** Squares that the inputs leave of the changes, and the number of these. */
  rest: number;
  changes: number;
}

/** Series differ in their effects less than effects differ from 0. */
const likeness = 4;

/**
 * Returns what each input adds to each series, by regression with errors of the airline model: generalised least
 * squares, shrunk to the weights of all series together, and these to 0. Missing cells count as the usual case.
 */
export async function fitInputs(
  histories: readonly Float64Array[],
  inputs: readonly SeriesInputs[],
  season: number,
  pause: () => Promise<void>,
): Promise<Float64Array[]> {
  const products: (Products | undefined)[] = [];
  for (const [index, values] of histories.entries()) {
    products.push(sumProducts(values, inputs[index], season));
    await pause();
  }
  const { width } = inputs[0];
  const none = new Float64Array(width);
  const pooled = solve(poolProducts(products, width), 1, none);
  const strength = products.length > 1 ? likeness : 1;
  const weights: Float64Array[] = [];
  for (const own of products) {
    weights.push(own ? solve(own, strength, products.length > 1 ? pooled : none) : pooled);
    await pause();
  }
  return weights;
}

/** Returns twice the logarithm of how much likelier a series is with the first inputs than with the others. */
export function likelierWith(one: SeriesInputs, other: SeriesInputs, values: Float64Array, season: number): number {
  const [own, beside] = [one, other].map((inputs) => sumProducts(values, inputs, season));
  return own && beside ? own.changes * Math.log(beside.rest / own.rest) : 0;
}

/** Undefined of a series that is too short or does not change. */
function sumProducts(values: Float64Array, { width, cells }: SeriesInputs, season: number): Fitted | undefined {
  const length = values.length;
  const own = season > 1 && length < 2 * season + 4 ? 1 : season;
  const changes = changesOf(values, own);
  const change = meanSquare(changes);
  if (changes.length < 6 || !(change > 0)) return undefined;
  const columns = Array.from({ length: width }, (_, index) =>
    changesOf(
      Float64Array.from({ length }, (__, place) => cells[place * width + index] || 0),
      own,
    ),
  );
  let best: Fitted | undefined;
  for (const kind of listWhitenings(own)) {
    const target = whiten(changes, kind, own);
    const found = multiply(
      columns.map((column) => whiten(column, kind, own)),
      target,
    );
    const noise = meanSquare(target);
    const rest = restOf({ ...found, noise, change }, target);
    if (!best || rest < best.rest)
      best = { ...found, noise: rest / target.length || Number.MIN_VALUE, change, rest, changes: target.length };
  }
  return best;
}

/** Squares that the inputs leave. */
function restOf(products: Products, target: Float64Array): number {
  const weights = solve(products, 1, new Float64Array(products.right.length));
  const explained = weights.reduce((sum, weight, index) => sum + weight * products.right[index], 0);
  return Math.max(1e-9 * products.noise * target.length, products.noise * target.length - explained);
}

function multiply(columns: readonly Float64Array[], target: Float64Array): Pick<Products, 'matrix' | 'right'> {
  const width = columns.length;
  const matrix = new Float64Array(width * width);
  for (let row = 0; row < width; row++)
    for (let column = 0; column <= row; column++) matrix[row * width + column] = dot(columns[row], columns[column]);
  return { matrix, right: Float64Array.from(columns, (column) => dot(column, target)) };
}

/** In units of the noise of each series, so that quiet ones tell more. */
function poolProducts(products: readonly (Products | undefined)[], width: number): Products {
  const pooled = { matrix: new Float64Array(width * width), right: new Float64Array(width), noise: 1, change: 0 };
  const known = products.filter((own) => own !== undefined);
  for (const { matrix, right, noise, change } of known) {
    for (const [index, value] of matrix.entries()) pooled.matrix[index] += value / noise;
    for (const [index, value] of right.entries()) pooled.right[index] += value / noise;
    pooled.change += change / noise / known.length;
  }
  return pooled.change > 0 ? pooled : { ...pooled, change: 1 };
}

/** Ridge regression towards `prior`: an effect is about as large as a change of the series. */
function solve({ matrix, right, noise, change }: Products, strength: number, prior: Float64Array): Float64Array {
  const width = right.length;
  const penalty = (strength * noise) / change;
  const penalised = matrix.slice();
  for (let index = 0; index < width; index++) penalised[index * width + index] += penalty;
  const pulled = right.map((value, index) => value + penalty * prior[index]);
  return solveSymmetric(penalised, pulled) ?? prior.slice();
}

function meanSquare(values: Float64Array): number {
  return values.reduce((sum, value) => sum + (value * value) / values.length, 0);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += one[index] * other[index];
  return sum;
}
