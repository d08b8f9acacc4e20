import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { crossCheckBounds } from './cross-check-bounds.ts';
import { fitBounds } from './fit-bounds.ts';
import { anywhere } from './support.ts';

test('rows of one piece of time, all that a hurried training held out, have bounds that are judged', async () => {
  const random = createRandom(3);
  const count = 200;
  const predictions = Float64Array.from({ length: count }, random);
  const errors = Float64Array.from({ length: count }, () => random() - 0.5);
  const values = predictions.map((prediction, row) => prediction + errors[row]);
  const input = {
    encoded: { features: [{ name: 'x', input: 0, categories: 0 }], columns: [predictions], encoders: [] },
    predictions,
    errors,
    group: new Int32Array(count),
    truth: { values, support: anywhere },
    isScaled: true,
    seed: 0,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  };
  const fit = await fitBounds(input);
  const { calibration } = crossCheckBounds(input, fit);
  expect(fit.fitted.spread).not.toBeNull();
  expect(calibration.every(({ confidence, observed }) => observed > confidence - 0.1)).toBe(true);
});
