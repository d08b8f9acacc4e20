/** What the network computes, in plain JavaScript: the kernels are held to it. */
import { layOut, type Shape } from '../../src/learners/neural/network.ts';

/** A sparse row: the entries from `start` to `end`. */
interface SparseEntries {
  columns: Int32Array;
  values: Float64Array;
}

/** A perceptron with two hidden layers of rectified units; holds the buffers of one row. */
interface Network {
  /** Writes raw scores into `out`, or the probabilities of classes with `link`. */
  forward(parameters: Float64Array, row: SparseEntries, start: number, end: number, out: Float64Array): void;
  /** Must follow `forward` of the same row; adds its gradient. `errors` is the loss's gradient by raw score. */
  backward(
    parameters: Float64Array,
    gradient: Float64Array,
    row: SparseEntries,
    start: number,
    end: number,
    errors: Float64Array,
  ): void;
}

export function createNetwork(shape: Shape): Network {
  const layout = layOut(shape);
  const { first, second, outputs } = shape;
  const hidden = new Float64Array(first);
  const deep = new Float64Array(second);
  const hiddenErrors = new Float64Array(first);
  const deepErrors = new Float64Array(second);
  return {
    forward(parameters, { columns, values }, start, end, out) {
      for (let unit = 0; unit < first; unit++) hidden[unit] = parameters[layout.firstBias + unit];
      for (let entry = start; entry < end; entry++) {
        const value = values[entry];
        const at = columns[entry] * first;
        if (value !== 0) for (let unit = 0; unit < first; unit++) hidden[unit] += value * parameters[at + unit];
      }
      rectify(hidden);
      multiply(parameters, layout.second, layout.secondBias, hidden, deep);
      rectify(deep);
      multiply(parameters, layout.third, layout.thirdBias, deep, out);
    },
    backward(parameters, gradient, { columns, values }, start, end, errors) {
      spread(parameters, gradient, layout.third, layout.thirdBias, deep, errors, deepErrors, outputs);
      spread(parameters, gradient, layout.second, layout.secondBias, hidden, deepErrors, hiddenErrors, second);
      for (let unit = 0; unit < first; unit++) gradient[layout.firstBias + unit] += hiddenErrors[unit];
      for (let entry = start; entry < end; entry++) {
        const value = values[entry];
        const at = columns[entry] * first;
        if (value !== 0) for (let unit = 0; unit < first; unit++) gradient[at + unit] += value * hiddenErrors[unit];
      }
    },
  };
}

function rectify(units: Float64Array): void {
  for (let unit = 0; unit < units.length; unit++) if (units[unit] < 0) units[unit] = 0;
}

/** to = bias + fromᵀ W. */
function multiply(parameters: Float64Array, weights: number, bias: number, from: Float64Array, to: Float64Array): void {
  const width = to.length;
  for (let unit = 0; unit < width; unit++) to[unit] = parameters[bias + unit];
  for (let source = 0; source < from.length; source++) {
    const value = from[source];
    const at = weights + source * width;
    if (value !== 0) for (let unit = 0; unit < width; unit++) to[unit] += value * parameters[at + unit];
  }
}

/** Adds a layer's gradient and passes its errors back to the rectified units before it. */
function spread(
  parameters: Float64Array,
  gradient: Float64Array,
  weights: number,
  bias: number,
  from: Float64Array,
  errors: Float64Array,
  fromErrors: Float64Array,
  width: number,
): void {
  for (let unit = 0; unit < width; unit++) gradient[bias + unit] += errors[unit];
  for (let source = 0; source < from.length; source++) {
    fromErrors[source] = 0;
    const value = from[source];
    if (value === 0) continue;
    const at = weights + source * width;
    let error = 0;
    for (let unit = 0; unit < width; unit++) {
      error += errors[unit] * parameters[at + unit];
      gradient[at + unit] += errors[unit] * value;
    }
    fromErrors[source] = error;
  }
}
