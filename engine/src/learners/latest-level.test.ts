import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { lastingLevel } from './latest-level.ts';

const random = createRandom(6);
const noise = () => random() + random() + random() - 1.5;

test('a walk goes on from where it is, noise from its mean, and what is soon forgotten counts for nothing', () => {
  for (let round = 0; round < 20; round++) {
    let [place, short] = [0, 0];
    const walk = Float64Array.from({ length: 400 }, () => (place += noise()));
    const forgetful = Float64Array.from({ length: 400 }, () => (short = 0.5 * short + noise()));
    expect(Math.abs(lastingLevel(walk) - walk[399])).toBeLessThan(4);
    expect(lastingLevel(forgetful)).toBe(0);
    expect(lastingLevel(Float64Array.from({ length: 400 }, noise))).toBe(0);
  }
  expect(lastingLevel(Float64Array.of(1, 2, 3))).toBe(0);
});
