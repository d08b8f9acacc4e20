import { createAnswerer, type Finish } from '../answers/answerer.ts';
import { scoreBlend, type WeightedModel } from '../composites/blend.ts';
import type { Encoded } from '../encoding/frame.ts';
import { outputCount } from '../learners/contract.ts';
import type { Labels } from '../target/labels.ts';

interface Typical {
  encoded: Encoded;
  labels: Labels;
  /** All rows in random order. */
  order: Int32Array;
  members: readonly WeightedModel[];
  finish: Finish;
}

/** Most rows, and cells, that are predicted. */
const [mostRows, mostCells] = [10_000, 2_000_000];

/**
 * Returns the mean prediction over all training rows for each output. For many rows it is estimated: the mean of all
 * truths, corrected by the mean error on some rows, is more accurate than the mean prediction of some rows.
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
