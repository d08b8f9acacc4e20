import { createRandom, rowNumbers, shuffle } from '../random.ts';

/** Which features of an encoded row belong to each input. */
export type InputSlots = readonly (readonly number[])[];

export interface ContributionRequest {
  /** One encoded row. */
  row: Float64Array;
  /** Rows that stand for "nothing known", row-major. */
  background: Float64Array;
  inputs: InputSlots;
  /** Values of `count` encoded rows (row-major). */
  evaluate(rows: Float64Array, count: number): Float64Array;
}

/**
 * Shapley values by sampled permutations (Strumbelj & Kononenko 2014): from each background row, inputs are set to the
 * row's cells one after another, in a random order and in its reverse; an input's contribution is the mean change it
 * brings. Base and contributions add up to the row's value exactly, whatever the model.
 */
export function measureContributions({ row, background, inputs, evaluate }: ContributionRequest) {
  const width = row.length;
  const walks = 2 * Math.floor(background.length / width);
  const steps = inputs.length + 1;
  const random = createRandom(1);
  const matrix = new Float64Array(walks * steps * width);
  const orders: Int32Array[] = [];
  for (let walk = 0; walk < walks; walk++) {
    const order = walk % 2 === 0 ? shuffle(rowNumbers(inputs.length), random) : orders[walk - 1].toReversed();
    orders.push(order);
    const start = (walk >> 1) * width;
    fillWalk(matrix, walk * steps * width, background.subarray(start, start + width), row, order, inputs);
  }
  const values = evaluate(matrix, walks * steps);
  const contributions = new Float64Array(inputs.length);
  let base = 0;
  for (const [walk, order] of orders.entries()) {
    const first = walk * steps;
    base += values[first] / walks;
    for (const [step, input] of order.entries())
      contributions[input] += (values[first + step + 1] - values[first + step]) / walks;
  }
  return { base, contributions };
}

/** Writes the background row, then the same with one input more set at each step. */
function fillWalk(
  matrix: Float64Array,
  start: number,
  from: Float64Array,
  to: Float64Array,
  order: Int32Array,
  inputs: InputSlots,
): void {
  const width = to.length;
  matrix.set(from, start);
  for (const [step, input] of order.entries()) {
    const at = start + (step + 1) * width;
    matrix.copyWithin(at, at - width, at);
    for (const slot of inputs[input]) matrix[at + slot] = to[slot];
  }
}
