import { expect, test } from 'vitest';
import { studentQuantile } from './student.ts';

test.each([
  [0.95, 5, 2.570582],
  [0.9, 30, 1.697261],
  [0.99, 3, 5.840909],
  [0.5, 1, 1],
  [0, 4, 0],
])('of %d of the draws with %d degrees of freedom none is further than %d', (coverage, freedom, quantile) => {
  expect(studentQuantile(coverage, freedom)).toBeCloseTo(quantile, 4);
});
