import { expect, test } from 'vitest';
import { areaUnderCurve, rSquared } from './score.ts';

test('the area under the curve is the share of pairs in the right order, ties counting half', () => {
  const classes = Float64Array.of(0, 1, 0, 1);
  expect(areaUnderCurve(classes, Float64Array.of(0.1, 0.9, 0.2, 0.8))).toBe(1);
  expect(areaUnderCurve(classes, Float64Array.of(0.1, 0.1, 0.2, 0.8))).toBe(0.625);
});

test('the mean explains nothing and the truth explains all', () => {
  const truth = Float64Array.of(1, 2, 3);
  expect(rSquared(truth, Float64Array.of(2, 2, 2))).toBe(0);
  expect(rSquared(truth, truth)).toBe(1);
});
