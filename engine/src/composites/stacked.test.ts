import { expect, test } from 'vitest';
import type { FittedModel } from '../learners/contract.ts';
import { fittedStack, widen } from './stacked.ts';

/** A model that predicts `of` each row of `width` cells. */
function partOf(width: number, of: (cells: Float64Array) => number): FittedModel {
  return {
    cost: width,
    score(rows, count, out) {
      for (let row = 0; row < count; row++) out[row] = of(rows.subarray(row * width, (row + 1) * width));
    },
    save: () => ({}),
  };
}

test('the layer reads the row and what the blend says of it, and both answer', () => {
  const members = [
    { weight: 0.25, model: partOf(2, ([x]) => x) },
    { weight: 0.75, model: partOf(2, ([, y]) => y) },
  ];
  const layer = partOf(3, ([x, y, predicted]) => 100 * x + 10 * y + predicted);
  const model = fittedStack({ members, layer, share: 0.5, featureCount: 2, outputs: 1 });
  const out = new Float64Array(2);
  model.score(Float64Array.of(4, 8, 0, 4), 2, out);
  expect([...out]).toEqual([(487 + 7) / 2, (43 + 3) / 2]);
});

test('what a blend says becomes a column an output', () => {
  const encoded = { features: [], columns: [], encoders: [] };
  const { features, columns } = widen(encoded, Float64Array.of(0.1, 0.9, 0.6, 0.4), 2);
  expect(features).toHaveLength(2);
  expect(columns.map((column) => [...column])).toEqual([
    [0.1, 0.6],
    [0.9, 0.4],
  ]);
});
