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

/** Cells shuffled at most, so that wide tables are explained in a bounded time. */
const mostCells = 40_000;
const fewestRows = 50;

/**
 * Permutation importance (Breiman 2001) on held-out rows: how much the loss grows when one input's cells are shuffled,
 * all features made of it together. One share an input, at least 0, summing to 1 unless nothing matters.
 */
export async function measureImportances(
  blends: readonly HeldBlend[],
  inputCount: number,
  seed: number,
): Promise<number[]> {
  const growth = new Float64Array(inputCount);
  const used = blends.slice(0, Math.max(1, Math.floor(mostCells / inputCount / fewestRows)));
  const rowLimit = Math.min(2000, Math.max(fewestRows, Math.floor(mostCells / inputCount / used.length)));
  for (const { sample, members } of used) {
    const random = createRandom(seed);
    const rows = shuffle(sample.held.slice(), random).slice(0, rowLimit);
    const matrix = encodedRows(sample, rows);
    const base = lossOf(sample, members, rows, matrix);
    for (let input = 0; input < inputCount; input++) {
      fillInput(sample, matrix, input, shuffle(rows.slice(), random));
      growth[input] += lossOf(sample, members, rows, matrix) - base;
      fillInput(sample, matrix, input, rows);
      await sample.pause();
    }
  }
  const positive = growth.map((loss) => Math.max(loss, 0));
  const total = positive.reduce((sum, loss) => sum + loss, 0);
  return [...positive].map((loss) => (total > 0 ? loss / total : 0));
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
