import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { jackknife } from './figures.ts';

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
