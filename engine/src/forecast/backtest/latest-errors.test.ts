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
  expect(findLateChange([trialsOf([4, 1, 1.1, 0.9, 1, 1], 12)])).toBeCloseTo(4 / 1.5);
  expect(findLateChange([trialsOf([5, 3, 1, 1.1, 0.9, 1, 1], 6)])).toBeCloseTo(5 / (13 / 7));
});

test('errors of one sign tell of a change where as large ones of both signs do not', () => {
  const sizes = [2, 1, 1, 1, 1, 1];
  const swung = (sign: (step: number) => number) =>
    trialsOf(sizes, 12).map((trial, place) => ({
      ...trial,
      path: trial.path.map((size, step) => size * (place === 0 ? sign(step) : step % 3 === 0 ? 1.5 : -0.5)),
    }));
  expect(findLateChange([swung(() => 1)])).toBeGreaterThan(1.5);
  expect(findLateChange([swung((step) => (step % 2 === 0 ? 1 : -1))])).toBeUndefined();
});

test('chance and few earlier forecasts tell nothing', () => {
  expect(findLateChange([trialsOf([1.6, 1, 1.6, 0.4, 1, 1], 12)])).toBeUndefined();
  expect(findLateChange([trialsOf([4, 1, 1, 1], 12)])).toBeUndefined();
  expect(findLateChange([])).toBeUndefined();
});
