import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { fitErrorParts, likenessWithin, type Stretch } from './error-parts.ts';

const random = createRandom(5);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
const [length, tries] = [140, 60];
const times = Float64Array.from({ length }, (_, place) => place + 1);

const kinds = {
  walk: () => {
    let place = 0;
    return times.map(() => {
      place += draw();
      return place;
    });
  },
  noise: () => times.map(draw),
  levels: () => {
    const level = 3 * draw();
    return times.map(() => level + draw());
  },
};

/** Shares of growth in the variance at the end of four stretches, and how many independent sizes these show. */
function fitMany(kind: keyof typeof kinds): { growth: number[]; independent: number[] } {
  const fits = Array.from({ length: tries }, () => {
    const stretches = Array.from({ length: 4 }, (): Stretch => ({ times, errors: kinds[kind]() }));
    const parts = fitErrorParts(stretches);
    const { level, noise, growth } = parts;
    const grown = growth * length;
    return { growth: grown / (level + noise + grown), independent: 4 / likenessWithin(parts, times) };
  });
  return { growth: fits.map(({ growth }) => growth), independent: fits.map(({ independent }) => independent) };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value / values.length, 0);

test('four stretches of a walk show that errors grow, by their changes', () => {
  const { growth, independent } = fitMany('walk');
  // The sizes alone called one in six of these walks even, and bounds far ahead were half as wide as they should be.
  expect(growth.filter((share) => share < 0.6).length / tries).toBeLessThan(0.1);
  expect(meanOf(independent)).toBeGreaterThan(6);
  expect(meanOf(independent)).toBeLessThan(11);
});

test('errors of single rows, or of the level of a stretch, do not grow', () => {
  expect(meanOf(fitMany('noise').growth)).toBeLessThan(0.1);
  const { growth, independent } = fitMany('levels');
  expect(meanOf(growth)).toBeLessThan(0.1);
  expect(meanOf(independent)).toBeLessThan(6);
});

test('of several things at one moment only the sizes count', () => {
  const twice = Float64Array.from({ length }, (_, place) => 1 + (place >> 1));
  const { noise, level } = fitErrorParts([{ times: twice, errors: times.map(draw) }]);
  expect(noise).toBe(0);
  expect(level).toBeGreaterThan(0.3);
});
