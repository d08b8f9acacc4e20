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
  const rowLimit = Math.min(2000, Math.max(50, Math.floor(mostCells / inputCount / blends.length)));
  for (const { sample, members } of blends) {
    const random = createRandom(seed);
    const rows = shuffle(sample.held.slice(), random).slice(0, rowLimit);
    const base = lossWith(sample, members, rows, -1, rows);
    for (let input = 0; input < inputCount; input++) {
      growth[input] += lossWith(sample, members, rows, input, shuffle(rows.slice(), random)) - base;
      await sample.pause();
    }
  }
  const positive = growth.map((loss) => Math.max(loss, 0));
  const total = positive.reduce((sum, loss) => sum + loss, 0);
  return [...positive].map((loss) => (total > 0 ? loss / total : 0));
}

/** Loss of `rows` when the cells of one input come from the rows of `donors`. */
function lossWith(
  { encoded, labels }: Sample,
  members: readonly WeightedPart[],
  rows: Int32Array,
  input: number,
  donors: Int32Array,
): number {
  const { features, columns } = encoded;
  const matrix = new Float64Array(rows.length * features.length);
  for (const [feature, { input: source }] of features.entries()) {
    const from = source === input ? donors : rows;
    for (let row = 0; row < rows.length; row++) matrix[row * features.length + feature] = columns[feature][from[row]];
  }
  const outputs = outputCount(labels);
  const scores = new Float64Array(rows.length * outputs);
  scoreBlend(members, matrix, rows.length, scores, new Float64Array(scores.length), outputs);
  return meanLoss(labels, rows, scores);
}
