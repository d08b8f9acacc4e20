import { expect, test } from 'vitest';
import { createNetwork } from '../../../test/neural/plain-network.ts';
import { createRandom } from '../../random.ts';
import { fitNetwork } from './fit-network.ts';
import { layOut } from './network.ts';

const random = createRandom(2);
const patient = { deadline: Number.POSITIVE_INFINITY, pause: async () => {} };
const settings = { cycles: [20, 40], batch: 16, learningRate: 1e-2, decay: 0 };

/** Rows of `width` entries in as many columns. */
function denseRows(count: number, width: number, cell: (row: number, column: number) => number) {
  const cells = Array.from({ length: count * width }, (_, index) => cell(Math.floor(index / width), index % width));
  return {
    count,
    starts: Int32Array.from({ length: count + 1 }, (_, row) => row * width),
    columns: Int32Array.from(cells, (_, index) => index % width),
    values: Float64Array.from(cells),
  };
}

test('the gradient agrees with finite differences', () => {
  const shape = { inputs: 3, first: 5, second: 4, outputs: 2 };
  const network = createNetwork(shape);
  const parameters = Float64Array.from({ length: layOut(shape).size }, () => random() - 0.5);
  const row = denseRows(1, 3, () => random());
  const out = new Float64Array(2);
  const lossAt = (point: Float64Array) => {
    network.forward(point, row, 0, 3, out);
    return out[0] * 0.7 - out[1] * 0.2;
  };
  const gradient = new Float64Array(parameters.length);
  lossAt(parameters);
  network.backward(parameters, gradient, row, 0, 3, Float64Array.of(0.7, -0.2));
  for (const [index, value] of parameters.entries()) {
    const step = 1e-6;
    const slope =
      (lossAt(parameters.with(index, value + step)) - lossAt(parameters.with(index, value - step))) / step / 2;
    expect(gradient[index]).toBeCloseTo(slope, 6);
  }
});

test('it learns exclusive or, which no linear model can', async () => {
  const rows = denseRows(200, 2, () => Math.round(random()));
  const truth = Float64Array.from({ length: 200 }, (_, row) => rows.values[row * 2] ^ rows.values[row * 2 + 1]);
  const shape = { inputs: 2, first: 8, second: 8, outputs: 2 };
  const [, parameters] = await fitNetwork(shape, rows, truth, settings, { seed: 0, ...patient });
  const network = createNetwork(shape);
  const out = new Float64Array(2);
  const right = truth.filter((label, row) => {
    network.forward(parameters, rows, row * 2, row * 2 + 2, out);
    return out[1] > out[0] === (label === 1);
  });
  expect(right.length).toBe(200);
});

test('the same seed gives the same network', async () => {
  const rows = denseRows(50, 2, () => random());
  const shape = { inputs: 2, first: 4, second: 4, outputs: 1 };
  const fit = () =>
    fitNetwork(shape, rows, rows.values.subarray(0, 50), { ...settings, cycles: [1, 2] }, { seed: 7, ...patient });
  expect(await fit()).toEqual(await fit());
});
