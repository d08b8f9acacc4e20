import type { SparseRows } from '../linear/design.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import type { Sample } from '../selection/candidate.ts';
import { createNetwork, layOut, link, type Shape } from './network.ts';

/** Smaller values are taken for 0: they change nothing, but numbers near the smallest that exist are slow. */
const negligible = 1e-12;

export interface NetworkSettings {
  epochs: number;
  batch: number;
  /** Step at the start; it falls to 0 along a half cosine. */
  learningRate: number;
  /** Share of each weight taken off per unit of step (Loshchilov & Hutter 2019). */
  decay: number;
}

/**
 * Trains by Adam (Kingma & Ba 2015): squared error of `truth` with one output, log loss of class indices with more.
 * Returns the parameters in the layout of the network; after the deadline no further epoch is begun.
 */
export async function fitNetwork(
  shape: Shape,
  rows: SparseRows,
  truth: Float64Array,
  settings: NetworkSettings,
  { seed, deadline, pause }: Pick<Sample, 'seed' | 'deadline' | 'pause'>,
): Promise<Float64Array> {
  const random = createRandom(seed + 15_485_863);
  const parameters = initialise(shape, random);
  const network = createNetwork(shape);
  const adam = createAdam(parameters, settings.decay);
  const gradient = new Float64Array(parameters.length);
  const out = new Float64Array(shape.outputs);
  const order = rowNumbers(rows.count);
  const steps = settings.epochs * Math.ceil(rows.count / settings.batch);
  let step = 0;
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(order, random);
    for (let start = 0; start < order.length; start += settings.batch) {
      const batch = order.subarray(start, start + settings.batch);
      gradient.fill(0);
      for (const row of batch) {
        network.forward(parameters, rows, rows.starts[row], rows.starts[row + 1], out);
        toErrors(out, truth[row], batch.length);
        network.backward(parameters, gradient, rows, rows.starts[row], rows.starts[row + 1], out);
      }
      adam(gradient, (settings.learningRate / 2) * (1 + Math.cos((Math.PI * step++) / steps)));
    }
    await pause();
    if (performance.now() > deadline) break;
  }
  return parameters;
}

/** Turns raw scores into the loss's gradient by them, in place. */
function toErrors(out: Float64Array, truth: number, rows: number): void {
  if (out.length === 1) {
    out[0] = (out[0] - truth) / rows;
    return;
  }
  link(out);
  for (let output = 0; output < out.length; output++) {
    const error = out[output] - (output === truth ? 1 : 0);
    out[output] = Math.abs(error) < negligible ? 0 : error / rows;
  }
}

/** Uniform weights scaled to the units that feed them (He et al. 2015), biases 0. */
function initialise(shape: Shape, random: () => number): Float64Array {
  const layout = layOut(shape);
  const parameters = new Float64Array(layout.size);
  const fill = (start: number, end: number, inputs: number) => {
    const limit = Math.sqrt(6 / Math.max(inputs, 1));
    for (let index = start; index < end; index++) parameters[index] = (2 * random() - 1) * limit;
  };
  fill(0, layout.firstBias, Math.min(shape.inputs, 30));
  fill(layout.second, layout.secondBias, shape.first);
  fill(layout.third, layout.thirdBias, shape.second * 4);
  return parameters;
}

function createAdam(parameters: Float64Array, decay: number): (gradient: Float64Array, rate: number) => void {
  const means = new Float64Array(parameters.length);
  const squares = new Float64Array(parameters.length);
  let [meanScale, squareScale] = [1, 1];
  return (gradient, rate) => {
    meanScale *= 0.9;
    squareScale *= 0.999;
    for (let index = 0; index < parameters.length; index++) {
      if (gradient[index] === 0 && Math.abs(means[index]) < negligible) means[index] = 0;
      means[index] += 0.1 * (gradient[index] - means[index]);
      squares[index] += 0.001 * (gradient[index] ** 2 - squares[index]);
      const size = Math.sqrt(squares[index] / (1 - squareScale)) + 1e-8;
      parameters[index] -= rate * (means[index] / (1 - meanScale) / size + decay * parameters[index]);
    }
  };
}
