import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { fitSeveralSeasons } from './several-seasons.ts';

/** Hours of a day and a week, with noise. */
function hours(length: number): Float64Array {
  const random = createRandom(3);
  return Float64Array.from(
    { length },
    (_, hour) =>
      100 + 10 * Math.sin((hour * Math.PI) / 12) + 20 * Math.sin((hour * Math.PI) / 84) + 2 * (random() - 0.5),
  );
}

test('waves of a day and a week are continued together', () => {
  const path = fitSeveralSeasons(hours(24 * 28), [24, 168, 8766])?.(hours(24 * 30), 168);
  const truth = hours(24 * 37).subarray(24 * 30);
  for (const [step, value] of truth.entries()) expect(Math.abs(path![step] - value)).toBeLessThan(3);
});

test('the level follows what the waves leave', () => {
  const shifted = hours(24 * 30).map((value, hour) => value + (hour > 24 * 20 ? 50 : 0));
  const path = fitSeveralSeasons(hours(24 * 28), [24, 168])?.(shifted, 24);
  expect(path![0] - hours(24 * 30 + 1)[24 * 30]).toBeGreaterThan(45);
});

test.each([[[24]], [[24, 8766]], [[]]])(
  'fewer than two cycles (%o) that the history holds twice are no case for it',
  (cycles) => {
    expect(fitSeveralSeasons(hours(24 * 28), cycles)).toBeUndefined();
  },
);
