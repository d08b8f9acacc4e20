import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { fitBounds } from './fit-bounds.ts';
import { boundRows } from './fitted-bounds.ts';
import { createBoundReader } from './local.ts';

const random = createRandom(5);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);

/** Predictions from 1 to 50 whose errors grow with them, and with a column. */
function drawRows(count: number) {
  const column = Float64Array.from({ length: count }, random);
  const predictions = Float64Array.from({ length: count }, () => Math.exp(4 * random()));
  const errors = predictions.map((prediction, row) => 0.2 * prediction * (0.5 + column[row]) * draw());
  return { column, predictions, errors };
}

test.each([0.8, 0.9, 0.95])(
  'where errors grow with the prediction, bounds of %d hold in each third',
  async (coverage) => {
    const { column, predictions, errors } = drawRows(3000);
    const encoded = { features: [{ name: 'x', input: 0, categories: 0 }], columns: [column], encoders: [] };
    const input = { encoded, predictions, errors, seed: 0, deadline: Number.POSITIVE_INFINITY, pause: async () => {} };
    const { fitted } = await fitBounds(input);
    const fresh = drawRows(9000);
    const { lower, upper } = boundRows(
      fitted,
      createBoundReader(fitted.knots, coverage),
      fresh.predictions,
      fresh.column,
      1,
    );
    const order = Uint32Array.from(lower.keys()).sort((a, b) => fresh.predictions[a] - fresh.predictions[b]);
    const isInside = (row: number) => {
      const truth = fresh.predictions[row] + fresh.errors[row];
      return truth >= lower[row] && truth <= upper[row];
    };
    for (const third of [0, 1, 2]) {
      const rows = order.subarray(3000 * third, 3000 * (third + 1));
      expect(Math.abs(rows.filter(isInside).length / 3000 - coverage)).toBeLessThan(0.03);
    }
  },
);
