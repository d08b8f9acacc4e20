import type { WeightedModel } from '../composites/blend.ts';
import { scoreBlend } from '../composites/blend.ts';
import { outputCount, type Split } from '../learners/contract.ts';
import { rowLoss } from '../metrics/loss.ts';
import { createRandom, shuffle } from '../random.ts';
import { findAlike } from './alike-inputs.ts';
import { beyondChance } from './beyond-chance.ts';
import { drawRows, type JudgedRows } from './judged-rows.ts';

/** One split with the blend that did not learn from its validation rows. */
export interface SplitBlend {
  split: Split;
  members: readonly WeightedModel[];
}

/** The importance of an input. */
export interface Importance {
  /** Its share of the loss increase over all inputs; 0 where the increase is not significant. */
  share: number;
  /** The same share with or without significance; 0 where shuffling costs nothing. */
  rawShare: number;
  /** Number of the set of inputs that tell the same; null for one that stands alone. */
  group: number | null;
  /** Standard deviation of the share over shuffles. */
  spread: number;
  /** How much the mean loss of a validation row grows, and the standard error of that. */
  lossIncrease: number;
  lossIncreaseError: number;
}

/**
 * Cells shuffled at first, which tells how long more take, and at most. The first bounds the time of wide tables where
 * the deadline has passed.
 */
const [firstCells, mostCells] = [8000, 400_000];
const [fewestRows, mostRows] = [50, 2000];
const fewestShuffles = 5;
/** Number of standard errors that are required where too few shuffles were possible for a significance test. */
const fewestErrors = 2;

export interface Shuffling {
  seed: number;
  /** Moment of the clock by which it ends, in milliseconds. */
  deadline: number;
  /** Time that it takes at least, in milliseconds, also where the deadline has passed. */
  leastMs: number;
}

/** How much the loss of some validation rows grows when each unit is shuffled: units x rows. */
interface Growths extends JudgedRows {
  growths: readonly Float64Array[];
}

/**
 * Permutation importance (Breiman 2001): the growth of the validation loss when the cells of one input are shuffled.
 * Inputs that tell the same are shuffled together too, as each stands in for the others, and share that growth.
 * Shares sum to 1 over inputs with significant growth; all are 0 where none is. Shuffles alternate between splits, so
 * the spread includes other rows and fits.
 */
export async function measureImportances(
  blends: readonly SplitBlend[],
  inputCount: number,
  shuffling: Shuffling,
): Promise<Importance[]> {
  const alike = inputCount === 0 ? [] : findAlike(blends[0].split);
  const units = [...Array.from({ length: inputCount }, (_, input) => [input]), ...alike];
  const turns = await shuffleInTurns(blends, units, shuffling);
  const summaries = units.map((_, unit) => summarise(turns, unit));
  const ratios = summaries.map(({ mean, error, freedom }) => (mean > 0 ? normalOf(mean / error, freedom) : 0));
  const isBeyond =
    turns.length < fewestShuffles ? ratios.map((ratio) => ratio > fewestErrors) : beyondChance(ratios, Infinity);
  const counted = summaries.map(({ mean }, unit) => (isBeyond[unit] ? mean : 0));
  for (const [place, set] of alike.entries()) shareGrowth(counted, summaries, set, counted[inputCount + place]);
  const total = counted.slice(0, inputCount).reduce((sum, growth) => sum + growth, 0);
  // Where no growth is significant, shares are of all that there is.
  const positive = summaries.slice(0, inputCount).reduce((sum, { mean }) => sum + Math.max(0, mean), 0);
  const whole = total > 0 ? total : positive;
  const groupOf = (input: number) => alike.findIndex((set) => set.includes(input));
  return summaries.slice(0, inputCount).map(({ mean, error, deviation }, input) => ({
    share: total > 0 ? counted[input] / total : 0,
    rawShare: whole > 0 ? (counted[input] || Math.max(0, mean)) / whole : 0,
    group: groupOf(input) < 0 ? null : groupOf(input),
    spread: total > 0 ? deviation / total : 0,
    lossIncrease: mean,
    lossIncreaseError: error,
  }));
}

/** Gives inputs that tell the same the growth of all of them together, each in proportion to its own. */
function shareGrowth(counted: number[], summaries: readonly Summary[], set: readonly number[], together: number): void {
  const own = set.map((input) => Math.max(0, summaries[input].mean));
  const sum = own.reduce((all, one) => all + one, 0);
  if (together <= set.reduce((all, input) => all + counted[input], 0)) return;
  for (const [place, input] of set.entries())
    counted[input] = sum > 0 ? (together * own[place]) / sum : together / set.length;
}

/** Shuffles all units again and again: few rows at first, then as many as the time allows. */
async function shuffleInTurns(
  blends: readonly SplitBlend[],
  units: readonly (readonly number[])[],
  { seed, deadline, leastMs }: Shuffling,
): Promise<Growths[]> {
  const rowsFor = (cells: number, shuffles: number) =>
    Math.min(mostRows, Math.max(fewestRows, Math.floor(cells / Math.max(1, units.length) / shuffles)));
  const begun = performance.now();
  const first = await shuffleUnits(blends[0], units, rowsFor(firstCells, 1), seed);
  const perCell = (performance.now() - begun) / (units.length * first.rows.length);
  const cells = Math.min(mostCells, Math.max(leastMs, deadline - performance.now()) / perCell);
  const affordable = Math.floor(cells / units.length / fewestRows);
  const shuffles = Math.min(affordable, Math.max(fewestShuffles, blends.length));
  const turns: Growths[] = [];
  // Turns of a slow machine take longer than the first one tells.
  const end = Math.max(deadline, begun + 2 * leastMs);
  const [since, isTimely] = [performance.now(), (turn: number) => turn === 0 || until(since, turn) < end];
  for (let turn = 0; turn < shuffles && isTimely(turn); turn++)
    turns.push(await shuffleUnits(blends[turn % blends.length], units, rowsFor(cells, shuffles), seed + turn));
  return turns.length > 0 ? turns : [first];
}

/** When another turn, as long as those before, ends. */
function until(since: number, turns: number): number {
  const now = performance.now();
  return now + (now - since) / turns;
}

/** Of one unit over all shuffles. */
interface Summary {
  mean: number;
  deviation: number;
  error: number;
  /** Degrees of freedom of the error of rows. */
  freedom: number;
}

/**
 * Returns the mean growth over shuffles, its deviation between them, and its error: that of rows or that of shuffles,
 * whichever is greater. Several shuffles of one row count as one row; classes count by their share of all rows.
 */
function summarise(turns: readonly Growths[], unit: number): Summary {
  const { shares } = turns[0];
  const ofRow = shares.length > 0 ? Array.from(shares, () => new Map<number, number[]>()) : [];
  for (const { rows, strata, growths } of turns)
    for (const [place, row] of rows.entries()) {
      const seen = ofRow[strata[place]].get(row);
      if (seen) seen.push(growths[unit][place]);
      else ofRow[strata[place]].set(row, [growths[unit][place]]);
    }
  const classes = ofRow.map((rows) => Float64Array.from(rows.values(), (seen) => meanOf(Float64Array.from(seen))));
  const [errorOfRows, freedom] = errorOf(classes, shares);
  const means = Float64Array.from(turns, (one) => weightedMean(one, unit));
  const deviation = deviationOf(means);
  const error = Math.max(errorOfRows, deviation / Math.sqrt(turns.length));
  return { mean: finite(meanOf(means)), deviation: finite(deviation), error: finite(error), freedom };
}

/** Error of a stratified mean and its degrees of freedom (Satterthwaite 1946). */
function errorOf(classes: readonly Float64Array[], shares: Float64Array): [error: number, freedom: number] {
  let [variance, uncertainty] = [0, 0];
  for (const [stratum, values] of classes.entries()) {
    if (values.length < 2) continue;
    const part = (shares[stratum] * deviationOf(values)) ** 2 / values.length;
    variance += part;
    uncertainty += part ** 2 / (values.length - 1);
  }
  return [Math.sqrt(variance), uncertainty > 0 ? variance ** 2 / uncertainty : 1];
}

function weightedMean({ strata, shares, growths }: Growths, unit: number): number {
  const [sums, counts] = [new Float64Array(shares.length), new Float64Array(shares.length)];
  for (const [place, stratum] of strata.entries()) {
    sums[stratum] += growths[unit][place];
    counts[stratum] += 1;
  }
  return sums.reduce(
    (mean, sum, stratum) => mean + (counts[stratum] > 0 ? (shares[stratum] * sum) / counts[stratum] : 0),
    0,
  );
}

/** Returns the normal deviate of the probability of a Student's ratio (Wallace 1959). */
function normalOf(ratio: number, freedom: number): number {
  return ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p(ratio ** 2 / freedom));
}

/** Returns a finite number: squares of huge losses overflow, and a file cannot hold infinity. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.MAX_VALUE;
}

/** Returns the loss increase of some validation rows when each unit, one or several inputs, is shuffled. */
async function shuffleUnits(
  { split, members }: SplitBlend,
  units: readonly (readonly number[])[],
  rowLimit: number,
  seed: number,
): Promise<Growths> {
  const random = createRandom(seed);
  const judged = drawRows(split, rowLimit, random);
  const { rows } = judged;
  const matrix = encodedRows(split, rows);
  const before = lossesOf(split, members, rows, matrix);
  const growths: Float64Array[] = [];
  for (const unit of units) {
    // Cells come from all rows, not from those in which each class has as many.
    const donors = drawDonors(split.validation, rows.length, random);
    for (const input of unit) fillInput(split, matrix, input, donors);
    growths.push(lossesOf(split, members, rows, matrix).map((loss, row) => loss - before[row]));
    for (const input of unit) fillInput(split, matrix, input, rows);
    await split.pause();
  }
  return { ...judged, growths };
}

function drawDonors(rows: Int32Array, count: number, random: () => number): Int32Array {
  return shuffle(rows.slice(), random).subarray(0, count);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviationOf(values: Float64Array): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0;
}

function encodedRows({ encoded }: Split, rows: Int32Array): Float64Array {
  const width = encoded.features.length;
  const matrix = new Float64Array(rows.length * width);
  for (const [feature, column] of encoded.columns.entries())
    for (let row = 0; row < rows.length; row++) matrix[row * width + feature] = column[rows[row]];
  return matrix;
}

/** Writes the features of one input from the rows of `donors`. */
function fillInput({ encoded }: Split, matrix: Float64Array, input: number, donors: Int32Array): void {
  const { features, columns } = encoded;
  for (const [feature, { input: source }] of features.entries()) {
    if (source !== input) continue;
    for (let row = 0; row < donors.length; row++)
      matrix[row * features.length + feature] = columns[feature][donors[row]];
  }
}

function lossesOf(
  { labels }: Split,
  members: readonly WeightedModel[],
  rows: Int32Array,
  matrix: Float64Array,
): Float64Array {
  const outputs = outputCount(labels);
  const scores = new Float64Array(rows.length * outputs);
  scoreBlend(members, matrix, rows.length, scores, new Float64Array(scores.length), outputs);
  return Float64Array.from(rows, (row, index) => rowLoss(labels, row, scores, index));
}
