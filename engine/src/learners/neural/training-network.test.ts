import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNetwork } from '../../../test/neural/plain-network.ts';
import { createRandom } from '../../random.ts';
import { layOut } from './network.ts';
import { createTrainingNetwork } from './training-network.ts';

const size = fc.integer({ min: 1, max: 19 });
const [rate, decay] = [0.01, 0.1];

/** Adam's first step, where its means are the gradient itself, in plain loops. */
function firstStep(parameters: Float64Array, gradient: Float64Array): Float64Array {
  return parameters.map((weight, index) => {
    const slope = Math.abs(0.1 * gradient[index]) > 1e-12 ? gradient[index] : 0;
    return weight - (rate * slope) / (Math.abs(gradient[index]) + 1e-8) - rate * decay * weight;
  });
}

test('the kernel learns what the plain loops learn', () => {
  fc.assert(
    fc.property(size, size, size, size, size, fc.integer(), (inputs, first, second, outputs, width, seed) => {
      const random = createRandom(seed);
      const shape = { inputs, first, second, outputs };
      const columns = Int32Array.from({ length: 2 * width }, () => Math.floor(random() * inputs));
      const values = Float64Array.from({ length: 2 * width }, () => (random() < 0.3 ? 0 : random() * 4 - 2));
      const rows = { count: 2, starts: Int32Array.of(0, width, 2 * width), columns, values };
      const network = createTrainingNetwork(shape, rows);
      const parameters = Float64Array.from({ length: layOut(shape).size }, () => random() - 0.5);
      network.parameters.set(parameters);
      const plain = createNetwork(shape);
      const gradient = new Float64Array(parameters.length);
      const scores = new Float64Array(outputs);
      for (const row of [0, 1]) {
        plain.forward(parameters, rows, row * width, (row + 1) * width, scores);
        const slopes = network.forward(row);
        expect([...slopes]).toEqual([...scores]);
        plain.backward(parameters, gradient, rows, row * width, (row + 1) * width, scores.slice());
        network.learn(row);
      }
      network.step(rate, decay);
      for (const [index, weight] of firstStep(parameters, gradient).entries())
        if (Math.abs(gradient[index]) > 1e-6 || gradient[index] === 0)
          expect(network.parameters[index]).toBeCloseTo(weight, 8);
    }),
  );
});
