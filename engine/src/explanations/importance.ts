import type { WeightedModel } from '../composites/blend.ts';
import { scoreBlend } from '../composites/blend.ts';
import { outputCount, type Split } from '../learners/contract.ts';
import { rowLoss } from '../metrics/loss.ts';
import { createRandom, shuffle } from '../random.ts';
import { beyondChance } from './beyond-chance.ts';

/** One split with the blend that did not learn from its validation rows. */
export interface SplitBlend {
  split: Split;
  members: readonly WeightedModel[];
}

/** The importance of an input. */
export interface Importance {
  /** Its share of the loss increase over all inputs; 0 where the increase is not significant. */
  share: number;
  /** Standard deviation of the share over shuffles. */
  spread: number;
  /** How much the mean loss of a validation row grows, and the standard error of that. */
  lossIncrease: number;
  lossIncreaseError: number;
}

/** Most cells shuffled, so that wide tables take bounded time. */
const mostCells = 40_000;
const fewestRows = 50;
const fewestShuffles = 5;
/** Number of standard errors that are required where a table is too wide for a significance test. */
const fewestErrors = 2;

/** How much the loss of some validation rows grows when each input is shuffled: inputs x rows. */
interface Growths {
  rows: Int32Array;
  growths: readonly Float64Array[];
}

/**
 * Permutation importance (Breiman 2001): the growth of the validation loss when the cells of one input are shuffled.
 * Shares sum to 1 over inputs with significant growth; all are 0 where none is. Shuffles alternate between splits, so
 * the spread includes other rows and fits.
 */
export async function measureImportances(
  blends: readonly SplitBlend[],
  inputCount: number,
  { seed, deadline }: { seed: number; deadline: number },
): Promise<Importance[]> {
  const affordable = Math.max(1, Math.floor(mostCells / inputCount / fewestRows));
  const shuffles = Math.min(affordable, Math.max(fewestShuffles, blends.length));
  const rowLimit = Math.min(2000, Math.max(fewestRows, Math.floor(mostCells / inputCount / shuffles)));
  const turns: Growths[] = [];
  const begun = performance.now();
  for (let turn = 0; turn < shuffles && (turn === 0 || isTimely(begun, turn, deadline)); turn++)
    turns.push(await shuffleInputs(blends[turn % blends.length], inputCount, rowLimit, seed + turn));
  const inputs = Array.from({ length: inputCount }, (_, input) => summarise(turns, input));
  const ratios = inputs.map(({ mean, errorOfRows }) => (mean > 0 ? mean / errorOfRows : 0));
  // With more than 160 columns each is shuffled too rarely to pass a corrected test.
  const isBeyond =
    turns.length < fewestShuffles
      ? ratios.map((ratio) => ratio > fewestErrors)
      : beyondChance(ratios, inputs[0]?.rows ?? 0);
  const counted = inputs.map(({ mean }, input) => (isBeyond[input] ? mean : 0));
  const total = counted.reduce((sum, growth) => sum + growth, 0);
  return inputs.map(({ mean, error, deviation }, input) => ({
    share: total > 0 ? counted[input] / total : 0,
    spread: total > 0 ? deviation / total : 0,
    lossIncrease: mean,
    lossIncreaseError: error,
  }));
}

/** Whether another turn, as long as those before, ends by the deadline. */
function isTimely(begun: number, turns: number, deadline: number): boolean {
  const now = performance.now();
  return now + (now - begun) / turns < deadline;
}

/**
 * Returns the mean growth over shuffles, its deviation between them, and its error: that of rows or that of shuffles,
 * whichever is greater. Several shuffles of one row count as one row.
 */
function summarise(turns: readonly Growths[], input: number) {
  const means = Float64Array.from(turns, ({ growths }) => meanOf(growths[input]));
  const ofRow = new Map<number, number[]>();
  for (const { rows, growths } of turns)
    for (const [place, row] of rows.entries()) {
      const seen = ofRow.get(row);
      if (seen) seen.push(growths[input][place]);
      else ofRow.set(row, [growths[input][place]]);
    }
  const once = Float64Array.from(ofRow.values(), (seen) => meanOf(Float64Array.from(seen)));
  const deviation = deviationOf(means);
  const errorOfRows = deviationOf(once) / Math.sqrt(once.length);
  const error = Math.max(errorOfRows, deviation / Math.sqrt(turns.length));
  return {
    mean: finite(meanOf(means)),
    deviation: finite(deviation),
    error: finite(error),
    errorOfRows,
    rows: once.length,
  };
}

/** Returns a finite number: squares of huge losses overflow, and a file cannot hold infinity. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.MAX_VALUE;
}

/** Returns the loss increase of some validation rows when each input is shuffled. */
async function shuffleInputs(
  { split, members }: SplitBlend,
  inputCount: number,
  rowLimit: number,
  seed: number,
): Promise<Growths> {
  const random = createRandom(seed);
  const rows = shuffle(split.validation.slice(), random).slice(0, rowLimit);
  const matrix = encodedRows(split, rows);
  const before = lossesOf(split, members, rows, matrix);
  const growths: Float64Array[] = [];
  for (let input = 0; input < inputCount; input++) {
    fillInput(split, matrix, input, shuffle(rows.slice(), random));
    growths.push(lossesOf(split, members, rows, matrix).map((loss, row) => loss - before[row]));
    fillInput(split, matrix, input, rows);
    await split.pause();
  }
  return { rows, growths };
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
