import { expect, test } from 'vitest';
import type { BlendedTrial } from './blend.ts';
import { findLateChange } from './latest-errors.ts';

/** Trials of errors of these sizes, latest first, `stride` steps apart. */
function trialsOf(sizes: readonly number[], stride: number): BlendedTrial[] {
  const truth = new Float64Array(12);
  return sizes.map((size, place) => ({
    known: 188 - stride * place,
    historyLength: 200,
    path: new Float64Array(12).fill(size),
    naive: truth,
    truth,
    unit: 1,
    recentUnit: 1,
    isRare: false,
  }));
}

test('what the last horizon brought is in one forecast of those a horizon apart, in two of those half a horizon apart', () => {
  expect(findLateChange([trialsOf([4, 1, 1.1, 0.9, 1, 1], 12)])).toBeCloseTo(4);
  expect(findLateChange([trialsOf([5, 3, 1, 1.1, 0.9, 1, 1], 6)])).toBeCloseTo(4);
});

test('chance and few earlier forecasts tell nothing', () => {
  expect(findLateChange([trialsOf([1.6, 1, 1.6, 0.4, 1, 1], 12)])).toBeUndefined();
  expect(findLateChange([trialsOf([4, 1, 1, 1], 12)])).toBeUndefined();
  expect(findLateChange([])).toBeUndefined();
});
