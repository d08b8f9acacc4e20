import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { effectiveNumber, jackknife, widenForFew } from './figures.ts';

const random = createRandom(17);
/** About normal: the sum of twelve uniform numbers. */
const normal = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);

test.each([4, 10, 40])(
  'two standard errors hold about 95 of 100 estimates also when they come from %i parts',
  (parts) => {
    const tries = 1500;
    let held = 0;
    for (let index = 0; index < tries; index++) {
      const values = Array.from({ length: parts }, normal);
      const meanOf = (some: readonly number[]) => some.reduce((sum, value) => sum + value / some.length, 0);
      const { mean } = jackknife(parts, (part) => ({ mean: meanOf(values.filter((_, place) => place !== part)) }));
      if (Math.abs(meanOf(values)) <= 2 * mean) held += 1;
    }
    expect(held / tries).toBeGreaterThan(0.935);
    expect(held / tries).toBeLessThan(0.97);
  },
);

test('an error that comes from one of forty parts is known by few degrees of freedom', () => {
  const values = Array.from({ length: 40 }, (_, place) => (place === 7 ? 40 : 0));
  const meanOf = (some: readonly number[]) => some.reduce((sum, value) => sum + value / some.length, 0);
  const { mean } = jackknife(40, (part) => ({ mean: meanOf(values.filter((_, place) => place !== part)) }));
  // The plain standard error of the mean is 1.
  expect(mean).toBeGreaterThan(2);
});

test.each([6, 10, 20])('two standard errors hold an error of %i groups with effects of their own', (groups) => {
  const tries = 1000;
  let [held, heldBefore] = [0, 0];
  for (let index = 0; index < tries; index++) {
    const squares = Array.from({ length: groups }, () => {
      const effect = Math.sqrt(0.5) * normal();
      return Array.from({ length: 15 }, () => (effect + Math.sqrt(0.5) * normal()) ** 2 / 15).reduce(
        (a, b) => a + b,
        0,
      );
    });
    const rootOf = (some: readonly number[]) => Math.sqrt(some.reduce((sum, one) => sum + one / some.length, 0));
    const said = rootOf(squares);
    const { rmse } = jackknife(groups, (group) => ({ rmse: rootOf(squares.filter((_, place) => place !== group)) }));
    if (Math.abs(said - 1) <= 2 * rmse) heldBefore += 1;
    if (Math.abs(said - 1) <= 2 * widenForFew(rmse, said, groups)) held += 1;
  }
  expect(heldBefore / tries).toBeLessThan(0.94);
  expect(held / tries).toBeGreaterThan(0.935);
  expect(held / tries).toBeLessThan(0.99);
});

test('many groups widen no error by more than a hundredth, and a figure without error has none', () => {
  expect(widenForFew(0.002, 0.5, 1000)).toBeCloseTo(0.002, 4);
  expect(widenForFew(0, 0, 8)).toBe(0);
});

test('groups of unlike sizes count as fewer', () => {
  expect(effectiveNumber([5, 5, 5, 5])).toBe(4);
  expect(effectiveNumber([90, 5, 5])).toBeCloseTo(1.23, 2);
});
