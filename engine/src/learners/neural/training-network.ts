import type { SparseRows } from '../../numerics/sparse-rows.ts';
import { Places } from '../../trees/kernel/places.ts';
import { createLayerKernel } from '../../trees/kernel/wasm.ts';
import { layOut, type Shape } from './network.ts';

/** A network in the kernel's memory with the rows that it learns from. */
export interface TrainingNetwork {
  /** Laid out as by `layOut`; values written here are trained. */
  parameters: Float64Array;
  /** Raw scores of a row, valid until the next call. Replace them by the loss's gradient before `learn`. */
  forward(row: number): Float64Array;
  /** Must follow `forward` of the same row; adds its gradient from the slopes written over the raw scores. */
  learn(row: number): void;
  /** One step of Adam (Kingma & Ba 2015) with weight decay (Loshchilov & Hutter 2019); the gradient starts anew. */
  step(rate: number, decay: number): void;
}

/** Creates a network that learns from the rows; all rows have the same number of entries. */
export function createTrainingNetwork(shape: Shape, rows: SparseRows): TrainingNetwork {
  const layout = layOut(shape);
  const { first, second, outputs } = shape;
  const width = rows.starts[1] ?? 0;
  const size = layout.size + (layout.size % 2);
  const places = new Places();
  const [weights, gradient, means, squares] = [0, 1, 2, 3].map(() => places.take(size * 8));
  const [hidden, deep, scores, hiddenErrors, deepErrors] = [first, second, outputs, first, second].map((units) =>
    places.take(units * 8),
  );
  const [hiddenRows, deepRows] = [first, second].map((units) => places.take(units * 4));
  const values = places.take(rows.values.length * 8);
  const addresses = places.take(rows.columns.length * 4);
  const memory = new WebAssembly.Memory({ initial: places.pages, maximum: places.pages, shared: true });
  const { buffer } = memory;
  const at = (parameter: number) => weights + parameter * 8;
  new Float64Array(buffer, values, rows.values.length).set(rows.values);
  new Int32Array(buffer, addresses, rows.columns.length).set(rows.columns.map((column) => at(column * first)));
  new Int32Array(buffer, hiddenRows, first).set(
    Int32Array.from({ length: first }, (_, unit) => at(layout.second + unit * second)),
  );
  new Int32Array(buffer, deepRows, second).set(
    Int32Array.from({ length: second }, (_, unit) => at(layout.third + unit * outputs)),
  );
  const view = (place: number, length: number) => new Float64Array(buffer, place, length);
  const slopes = view(gradient, size);
  const raw = view(scores, outputs);
  const biases = [
    { errors: raw, bias: layout.thirdBias },
    { errors: view(deepErrors, second), bias: layout.secondBias },
    { errors: view(hiddenErrors, first), bias: layout.firstBias },
  ];
  const { applyLayer, spreadErrors, stepWeights } = createLayerKernel(memory);
  const toGradient = gradient - weights;
  let [meanScale, squareScale] = [1, 1];
  return {
    parameters: view(weights, layout.size),
    forward(row) {
      const start = row * width;
      applyLayer(addresses + start * 4, values + start * 8, width, at(layout.firstBias), hidden, first, 0);
      applyLayer(hiddenRows, hidden, first, at(layout.secondBias), deep, second, 0);
      applyLayer(deepRows, deep, second, at(layout.thirdBias), scores, outputs, Number.NEGATIVE_INFINITY);
      return raw;
    },
    learn(row) {
      const start = row * width;
      spreadErrors(deepRows, deep, second, scores, outputs, toGradient, deepErrors);
      spreadErrors(hiddenRows, hidden, first, deepErrors, second, toGradient, hiddenErrors);
      spreadErrors(addresses + start * 4, values + start * 8, width, hiddenErrors, first, toGradient, 0);
      for (const { errors, bias } of biases)
        for (let unit = 0; unit < errors.length; unit++) slopes[bias + unit] += errors[unit];
    },
    step(rate, decay) {
      meanScale *= 0.9;
      squareScale *= 0.999;
      stepWeights(weights, gradient, means, squares, size, rate / (1 - meanScale), 1 - squareScale, rate * decay);
    },
  };
}
