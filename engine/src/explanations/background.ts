import { rowNumbers } from '../random.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';

/** Rows that explanations compare with: as many as their cost allows, and enough for stable means. */
export const mostRows = 100;
/** Weight of matching the mean prediction, relative to matching all terms of the columns. */
const answerWeight = 100;
const passes = 4;

/**
 * Chooses representative reference rows: one from each of a hundred steps of rank of the prediction, such that the mean
 * prediction matches `typical`, and the columns' means, spreads and products match those of all reference rows.
 * Returns the places of these rows. `answers` is rows x outputs.
 */
export function chooseBackground(
  { count, cells }: ReferenceRows,
  answers: Float64Array,
  typical: Float64Array,
): Int32Array {
  if (count <= mostRows) return rowNumbers(count);
  const quantities = balance(cells, count, answers, typical);
  const order = Int32Array.from({ length: count }, (_, row) => row).sort(byAnswer(answers, typical.length));
  const strata = Array.from({ length: mostRows }, (_, place) =>
    order.subarray(Math.floor((place * count) / mostRows), Math.floor(((place + 1) * count) / mostRows)),
  );
  const chosen = strata.map((stratum) => stratum[stratum.length >> 1]);
  const sums = quantities.map((values) => chosen.reduce((sum, row) => sum + values[row], 0));
  for (let pass = 0; pass < passes; pass++)
    for (const [place, stratum] of strata.entries()) chosen[place] = exchange(quantities, sums, chosen[place], stratum);
  return Int32Array.from(chosen);
}

/**
 * Orders rows by predicted class and its probability, or by the predicted number; ties keep the order of the reference
 * rows.
 */
function byAnswer(answers: Float64Array, outputs: number): (a: number, b: number) => number {
  const rank = Float64Array.from({ length: answers.length / outputs }, (_, row) => {
    if (outputs === 1) return answers[row];
    if (outputs === 2) return answers[row * 2 + 1];
    const shares = answers.subarray(row * outputs, (row + 1) * outputs);
    const most = Math.max(...shares);
    return shares.indexOf(most) + most / 2;
  });
  return (a, b) => rank[a] - rank[b] || a - b;
}

/** Quantities that should sum to 0 over the chosen rows, the most important first. */
function balance(cells: Float64Array, count: number, answers: Float64Array, typical: Float64Array): Float64Array[] {
  const width = cells.length / count;
  const outputs = typical.length;
  const answerColumns = Array.from(typical, (mean, output) => {
    const values = Float64Array.from({ length: count }, (_, row) => answers[row * outputs + output] - mean);
    return scaled(values, answerWeight);
  });
  const columns = Array.from({ length: width }, (_, feature) =>
    Float64Array.from({ length: count }, (__, row) => cells[row * width + feature]),
  );
  const terms = [...columns.flatMap(termsOf), ...(width <= mostPaired ? productsOf(columns) : [])];
  return [...answerColumns, ...terms.map((term) => scaled(centred(term), 1 / Math.sqrt(terms.length)))];
}

/** Columns with fewer distinct values are balanced value by value. */
const fewValues = 8;
/** Shares of rows below a step. */
const steps = [0.25, 0.5, 0.75];
/** For wider tables the products of columns are too many. */
const mostPaired = 12;

/**
 * Returns what a model may compute from a column: centred numbers, their squares and steps, or an indicator of each
 * value where values are few. NaN counts as no value.
 */
function termsOf(column: Float64Array): Float64Array[] {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const distinct = [...new Set(sorted)];
  if (distinct.length <= fewValues) return distinct.map((value) => column.map((cell) => Number(cell === value)));
  const middle = centred(column);
  const cuts = new Set(steps.map((share) => sorted[Math.floor(share * sorted.length)]));
  return [
    middle,
    middle.map((value) => value ** 2),
    ...[...cuts].map((cut) => column.map((cell) => Number(cell < cut))),
  ];
}

function productsOf(columns: readonly Float64Array[]): Float64Array[] {
  const middles = columns.map(centred);
  return middles.flatMap((one, place) =>
    middles.slice(place + 1).map((other) => one.map((value, row) => value * other[row])),
  );
}

/** Returns the distances from the mean; 0 for NaN. */
function centred(values: Float64Array): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value / known.length, 0);
  return values.map((value) => (Number.isNaN(value) ? 0 : value - mean));
}

/** Returns the values standardised and multiplied by `weight`. */
function scaled(values: Float64Array, weight: number): Float64Array {
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value * value) / values.length, 0));
  return values.map((value) => (deviation > 0 ? (weight * value) / deviation : 0));
}

/** Returns the row of the stratum that brings the sums nearest to 0, and updates `sums`. */
function exchange(quantities: readonly Float64Array[], sums: number[], now: number, stratum: Int32Array): number {
  let best = { row: now, distance: Number.POSITIVE_INFINITY };
  for (const row of stratum) {
    let distance = 0;
    for (let index = 0; index < sums.length; index++)
      distance += (sums[index] - quantities[index][now] + quantities[index][row]) ** 2;
    if (distance < best.distance) best = { row, distance };
  }
  for (const [index, values] of quantities.entries()) sums[index] += values[best.row] - values[now];
  return best.row;
}
