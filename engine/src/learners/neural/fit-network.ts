import type { SparseRows } from '../../numerics/sparse-rows.ts';
import { createRandom, rowNumbers, shuffle } from '../../random.ts';
import type { Split } from '../contract.ts';
import { layOut, link, type Shape } from './network.ts';
import { createTrainingNetwork, type TrainingNetwork } from './training-network.ts';

/** Smaller values are set to 0, because subnormal numbers are slow. */
const negligible = 1e-12;

export interface NetworkSettings {
  /** Epochs of each cycle; the network at the end of a cycle is a result, and the next continues from it. */
  cycles: readonly number[];
  batch: number;
  /** Learning rate at the start of a cycle; it falls to 0 along a half cosine (warm restarts, Loshchilov & Hutter 2017). */
  learningRate: number;
  /** Weight decay per unit of step (Loshchilov & Hutter 2019). */
  decay: number;
}

/**
 * Trains by Adam (Kingma & Ba 2015): squared error with one output, log loss of class indices with more. Returns the
 * parameters at the end of each cycle. After the deadline no further epoch is started, but there is at least one
 * result.
 */
export async function fitNetwork(
  shape: Shape,
  rows: SparseRows,
  truth: Float64Array,
  settings: NetworkSettings,
  { seed, deadline, pause }: Pick<Split, 'seed' | 'deadline' | 'pause'>,
): Promise<Float64Array[]> {
  const random = createRandom(seed + 15_485_863);
  const network = createTrainingNetwork(shape, rows);
  initialise(network.parameters, shape, random);
  const results: Float64Array[] = [];
  for (const epochs of settings.cycles) {
    const steps = epochs * Math.ceil(rows.count / settings.batch);
    const learnCycle = createLearner(network, truth, settings, steps, random);
    for (let epoch = 0; epoch < epochs; epoch++) {
      learnCycle();
      await pause();
      if (performance.now() > deadline) return results.length > 0 ? results : [network.parameters.slice()];
    }
    results.push(network.parameters.slice());
  }
  return results;
}

/** Runs one epoch in batches; the step falls to 0 over `steps` of them. */
function createLearner(
  network: TrainingNetwork,
  truth: Float64Array,
  { batch, learningRate, decay }: NetworkSettings,
  steps: number,
  random: () => number,
): () => void {
  const order = rowNumbers(truth.length);
  let step = 0;
  return () => {
    shuffle(order, random);
    for (let start = 0; start < order.length; start += batch) {
      const rows = order.subarray(start, start + batch);
      for (const row of rows) {
        toErrors(network.forward(row), truth[row], rows.length);
        network.learn(row);
      }
      network.step((learningRate / 2) * (1 + Math.cos((Math.PI * step++) / steps)), decay);
    }
  };
}

/** Replaces raw scores by the gradient of the loss. */
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

/** Uniform weights scaled by the number of inputs (He et al. 2015), biases 0. */
function initialise(parameters: Float64Array, shape: Shape, random: () => number): void {
  const layout = layOut(shape);
  const fill = (start: number, end: number, inputs: number) => {
    const limit = Math.sqrt(6 / Math.max(inputs, 1));
    for (let index = start; index < end; index++) parameters[index] = (2 * random() - 1) * limit;
  };
  fill(0, layout.firstBias, Math.min(shape.inputs, 30));
  fill(layout.second, layout.secondBias, shape.first);
  fill(layout.third, layout.thirdBias, shape.second * 4);
}
