import type { Encoded } from '../encoding/frame.ts';
import { createRandom, shuffle } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import { cellCount, cellOf, type Pair, pairOf } from './pair-codes.ts';

/** Category features that are paired: the first ones only. */
const mostFeatures = 40;
const mostRows = 20_000;
/** A pair has at most so many cells; beyond, it would take long and have one row a cell. */
const mostCells = 100_000;
/** Each effect is shrunk as if it had this many more rows without an effect. */
const prior = 10;
/** Number of passes: effects are shrunk and columns may overlap, so one pass leaves some of them. */
const usualPasses = 3;
/** The gain of a pair must exceed 0 by this many standard errors, because hundreds are tried. */
const sureErrors = 3.5;
/** A pair must explain this share of what single columns leave. */
const leastGain = 0.002;
/** Most columns that pairs add to a row, one for each output. */
const mostColumns = 12;
const mostOutputs = 10;

/**
 * Finds pairs of category columns that explain more together than one after the other. Effects of both columns are
 * removed on half of the rows, the rest is averaged by pair and checked on the other half, then the halves swap roles.
 * Best first.
 */
export function choosePairs({ features, columns }: Encoded, labels: Labels, train: Int32Array, seed: number): Pair[] {
  const outputs = outputsOf(labels);
  if (outputs > mostOutputs) return [];
  const categorical = [...features.keys()].filter((feature) => features[feature].categories > 1).slice(0, mostFeatures);
  if (categorical.length < 2) return [];
  const rows = shuffle(train.slice(), createRandom(seed)).subarray(0, mostRows);
  const halves = [rows.subarray(0, rows.length >> 1), rows.subarray(rows.length >> 1)];
  const targets = targetsOf(labels);
  const found = categorical.flatMap((first, place) =>
    categorical.slice(place + 1).flatMap((second) => {
      const pair = pairOf(features, first, second);
      if (cellCount(pair) > mostCells) return [];
      const gain = gainOf(pair, columns, targets, halves);
      return gain > 0 ? [{ pair, gain }] : [];
    }),
  );
  found.sort((a, b) => b.gain - a.gain);
  return found.slice(0, Math.max(1, Math.floor(mostColumns / outputs))).map(({ pair }) => pair);
}

/** Number of lists of `targetsOf`: one for numbers and two classes, else one for each class. */
export function outputsOf({ classCount }: Labels): number {
  return classCount > 2 ? classCount : 1;
}

/** For each output the value, or whether the row is of the class. */
export function targetsOf(labels: Labels): readonly Float64Array[] {
  const { values, classCount } = labels;
  if (classCount <= 2) return [values];
  return Array.from({ length: classCount }, (_, label) => values.map((value) => Number(value === label)));
}

/** Share of the squared error that group means explain on other rows; 0 where it may be chance. */
export function gainOfGroups(codes: Float64Array, groups: number, labels: Labels, rows: Int32Array): number {
  if (outputsOf(labels) > mostOutputs) return 0;
  const none = new Float64Array(codes.length);
  const pair = { first: 0, second: 1, firstCodes: 0, secondCodes: groups };
  const halves = [rows.subarray(0, rows.length >> 1), rows.subarray(rows.length >> 1)];
  return gainOf(pair, [none, codes], targetsOf(labels), halves, 0);
}

/** Share of the squared error left by the single columns that the pair explains; 0 where it may be chance. */
function gainOf(
  pair: Pair,
  columns: readonly Float64Array[],
  targets: readonly Float64Array[],
  [left, right]: readonly Int32Array[],
  passes = usualPasses,
): number {
  const sums = { gain: 0, squares: 0, loss: 0 };
  for (const target of targets) {
    judge(pair, columns, target, [left, right], passes, sums);
    judge(pair, columns, target, [right, left], passes, sums);
  }
  const { gain, squares, loss } = sums;
  return gain > sureErrors * Math.sqrt(squares) && gain > leastGain * loss ? gain / loss : 0;
}

function judge(
  pair: Pair,
  columns: readonly Float64Array[],
  target: Float64Array,
  [known, validation]: readonly Int32Array[],
  passes: number,
  sums: { gain: number; squares: number; loss: number },
): void {
  const firstOf = (row: number) => cellOf({ ...pair, secondCodes: 0 }, columns[pair.first][row], 0);
  const secondOf = (row: number) => cellOf({ ...pair, firstCodes: 0 }, 0, columns[pair.second][row]);
  const pairedOf = (row: number) => cellOf(pair, columns[pair.first][row], columns[pair.second][row]);
  const mean = meanOf(target, known);
  const left = target.map((value) => value - mean);
  for (let pass = 0; pass < passes; pass++) {
    takeOff(left, effectsOf(left, known, firstOf, pair.firstCodes + 1), firstOf, known, validation);
    takeOff(left, effectsOf(left, known, secondOf, pair.secondCodes + 1), secondOf, known, validation);
  }
  const effects = effectsOf(left, known, pairedOf, cellCount(pair));
  for (const row of validation) {
    const before = left[row] ** 2;
    const gain = before - (left[row] - effects[pairedOf(row)]) ** 2;
    sums.gain += gain;
    sums.squares += gain ** 2;
    sums.loss += before;
  }
}

function meanOf(target: Float64Array, rows: Int32Array): number {
  let sum = 0;
  for (const row of rows) sum += target[row];
  return sum / Math.max(rows.length, 1);
}

/** The mean of each place, shrunk to 0 where rows are few. */
function effectsOf(
  left: Float64Array,
  rows: Int32Array,
  placeOf: (row: number) => number,
  places: number,
): Float64Array {
  const sums = new Float64Array(places);
  const counts = new Float64Array(places);
  for (const row of rows) {
    sums[placeOf(row)] += left[row];
    counts[placeOf(row)] += 1;
  }
  return sums.map((sum, place) => sum / (counts[place] + prior));
}

function takeOff(
  left: Float64Array,
  effects: Float64Array,
  placeOf: (row: number) => number,
  ...sets: readonly Int32Array[]
): void {
  for (const rows of sets) for (const row of rows) left[row] -= effects[placeOf(row)];
}
