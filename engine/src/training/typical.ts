import { createAnswerer, type Finish } from '../answers/answerer.ts';
import { scoreBlend, type WeightedPart } from '../composites/blend.ts';
import type { Encoded } from '../encoding/frame.ts';
import { outputCount } from '../learners/contract.ts';
import type { Labels } from '../target/labels.ts';

interface Typical {
  encoded: Encoded;
  labels: Labels;
  /** All rows by chance. */
  order: Int32Array;
  members: readonly WeightedPart[];
  finish: Finish;
}

/** Rows, and cells of them, that are answered. */
const [mostRows, mostCells] = [10_000, 2_000_000];

/**
 * The mean answer over all training rows, one an output. Of many rows some are answered: the mean of the truths over all rows,
 * corrected by how far answers lie from truths on those, is nearer than the mean of their answers.
 */
export function measureTypical({ encoded, labels, order, members, finish }: Typical): Float64Array {
  const { columns } = encoded;
  const { values, classCount } = labels;
  const rows = order.subarray(0, Math.min(mostRows, Math.ceil(mostCells / Math.max(1, columns.length))));
  const cells = new Float64Array(rows.length * columns.length);
  for (const [feature, column] of columns.entries())
    for (const [place, row] of rows.entries()) cells[place * columns.length + feature] = column[row];
  const outputs = outputCount(labels);
  const scores = new Float64Array(rows.length * outputs);
  scoreBlend(members, cells, rows.length, scores, scores.slice(), outputs);
  const { probabilities, values: numbers } = createAnswerer(finish, columns.length, classCount)(scores, cells, {});
  const answers = probabilities ?? numbers;
  return Float64Array.from({ length: outputs }, (_, output) => {
    const truthOf = (row: number) => (classCount > 0 ? Number(values[row] === output) : values[row]);
    const all = order.reduce((sum, row) => sum + truthOf(row) / order.length, 0);
    return rows.reduce(
      (mean, row, place) => mean + (answers[place * outputs + output] - truthOf(row)) / rows.length,
      all,
    );
  });
}
