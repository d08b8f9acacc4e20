import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { followErrors, learnFollowing } from './follow.ts';
import { growthOfSum } from './sum-growth.ts';

const [horizon, limit] = [8, 24];
const plain = (trials: Float64Array[]) =>
  Float64Array.from(
    { length: limit },
    (_, step) => trials.reduce((sum, trial) => sum + Math.abs(trial[Math.min(step, horizon - 1)]), 0) / trials.length,
  );

function walks(trials: number): Float64Array[] {
  const random = createRandom(5);
  return Array.from({ length: trials }, () => {
    let level = 0;
    return Float64Array.from({ length: horizon }, () => {
      level += random() - 0.5;
      return level;
    });
  });
}

test('errors that walk are followed whole, and then are as small as those of the first steps', () => {
  const trials = walks(200);
  const following = learnFollowing([trials], plain(trials), horizon);
  expect(followErrors(Float64Array.of(0, 4), following)[1]).toBeGreaterThan(3);
  expect(following.growth[0]).toBeLessThan(plain(trials)[3]);
  expect(following.growth).toHaveLength(limit);
});

test('noise is not followed, and nothing is narrowed', () => {
  const random = createRandom(6);
  const trials = Array.from({ length: 200 }, () => Float64Array.from({ length: horizon }, () => random() - 0.5));
  const following = learnFollowing([trials], plain(trials), horizon);
  expect(followErrors(Float64Array.of(0.5, 0.5), following)[1]).toBeLessThan(0.1);
});

test('a step without a value lets the level fade', () => {
  const followed = followErrors(Float64Array.of(2, Number.NaN, Number.NaN), { wander: 100, kept: 0.5 });
  expect(followed[2] / followed[0]).toBeCloseTo(0.25, 12);
});

test('errors of sums grow faster than those of their parts where these go on alike', () => {
  const trials = walks(200);
  const sums = growthOfSum([trials], horizon, limit);
  expect(sums[7]).toBeGreaterThan(4 * plain(trials)[7]);
  expect(sums[23] / sums[7]).toBeCloseTo(3 ** 1.5, 12);
});
