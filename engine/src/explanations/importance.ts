import type { WeightedPart } from '../prediction/blend.ts';
import { scoreBlend } from '../prediction/blend.ts';
import { createRandom, shuffle } from '../random.ts';
import { outputCount, type Sample } from '../selection/candidate.ts';
import { meanLoss } from '../selection/loss.ts';

/** Held rows of one split with the blend that did not see them. */
export interface HeldBlend {
  sample: Sample;
  members: readonly WeightedPart[];
}

/** What shuffling an input costs: its share of the loss that all cost, and the standard deviation of the share over shuffles. */
export interface Importance {
  share: number;
  spread: number;
}

/** Cells shuffled at most, so that wide tables are explained in a bounded time. */
const mostCells = 40_000;
const fewestRows = 50;
const fewestShuffles = 5;

/**
 * Permutation importance (Breiman 2001) on held-out rows: how much the loss grows when one input's cells are shuffled,
 * all features made of it together. Shares are at least 0 and sum to 1 unless nothing matters. Shuffles are of rows of
 * all splits in turn, so the spread tells of other rows and other fits too.
 */
export async function measureImportances(
  blends: readonly HeldBlend[],
  inputCount: number,
  seed: number,
): Promise<Importance[]> {
  const affordable = Math.max(1, Math.floor(mostCells / inputCount / fewestRows));
  const shuffles = Math.min(affordable, Math.max(fewestShuffles, blends.length));
  const rowLimit = Math.min(2000, Math.max(fewestRows, Math.floor(mostCells / inputCount / shuffles)));
  const growths: Float64Array[] = [];
  for (let turn = 0; turn < shuffles; turn++)
    growths.push(await shuffleInputs(blends[turn % blends.length], inputCount, rowLimit, seed + turn));
  const means = meanOf(growths).map((growth) => Math.max(growth, 0));
  const total = means.reduce((sum, growth) => sum + growth, 0);
  if (!(total > 0)) return [...means].map(() => ({ share: 0, spread: 0 }));
  return [...means].map((mean, input) => ({ share: mean / total, spread: deviationOf(growths, input) / total }));
}

/** How much the loss on some held rows grows by shuffling each input. */
async function shuffleInputs(
  { sample, members }: HeldBlend,
  inputCount: number,
  rowLimit: number,
  seed: number,
): Promise<Float64Array> {
  const random = createRandom(seed);
  const rows = shuffle(sample.held.slice(), random).slice(0, rowLimit);
  const matrix = encodedRows(sample, rows);
  const base = lossOf(sample, members, rows, matrix);
  const growth = new Float64Array(inputCount);
  for (let input = 0; input < inputCount; input++) {
    fillInput(sample, matrix, input, shuffle(rows.slice(), random));
    growth[input] = lossOf(sample, members, rows, matrix) - base;
    fillInput(sample, matrix, input, rows);
    await sample.pause();
  }
  return growth;
}

function meanOf(growths: readonly Float64Array[]): Float64Array {
  return growths[0].map((_, input) => growths.reduce((sum, growth) => sum + growth[input], 0) / growths.length);
}

function deviationOf(growths: readonly Float64Array[], input: number): number {
  const mean = growths.reduce((sum, growth) => sum + growth[input], 0) / growths.length;
  const squares = growths.reduce((sum, growth) => sum + (growth[input] - mean) ** 2, 0);
  return growths.length > 1 ? Math.sqrt(squares / (growths.length - 1)) : 0;
}

function encodedRows({ encoded }: Sample, rows: Int32Array): Float64Array {
  const width = encoded.features.length;
  const matrix = new Float64Array(rows.length * width);
  for (const [feature, column] of encoded.columns.entries())
    for (let row = 0; row < rows.length; row++) matrix[row * width + feature] = column[rows[row]];
  return matrix;
}

/** Writes the features of one input from the rows of `donors`. */
function fillInput({ encoded }: Sample, matrix: Float64Array, input: number, donors: Int32Array): void {
  const { features, columns } = encoded;
  for (const [feature, { input: source }] of features.entries()) {
    if (source !== input) continue;
    for (let row = 0; row < donors.length; row++)
      matrix[row * features.length + feature] = columns[feature][donors[row]];
  }
}

function lossOf({ labels }: Sample, members: readonly WeightedPart[], rows: Int32Array, matrix: Float64Array): number {
  const outputs = outputCount(labels);
  const scores = new Float64Array(rows.length * outputs);
  scoreBlend(members, matrix, rows.length, scores, new Float64Array(scores.length), outputs);
  return meanLoss(labels, rows, scores);
}
