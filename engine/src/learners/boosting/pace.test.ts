import { expect, test, vi } from 'vitest';
import { watchPace } from './pace.ts';

/** Runs rounds of so many milliseconds each, and returns the rates of the first six. */
function ratesOf(milliseconds: number, deadline: number): number[] {
  let now = 1000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const pace = watchPace(0.05, 1000 + deadline);
  const rates = Array.from({ length: 6 }, (_, round) => {
    const rate = pace.rateOf(round);
    now += milliseconds;
    pace.note(round);
    return rate;
  });
  clock.mockRestore();
  return rates;
}

test('steps are lengthened where time ends before the usual ones add up', () => {
  expect(ratesOf(10, 5000)).toEqual([0.05, 0.05, 0.05, 0.05, 0.05, 0.05]);
  // 30 rounds are left after the fourth.
  expect(ratesOf(10, 340)).toEqual([0.05, 0.05, 0.05, 0.05, 0.2, 0.2]);
  expect(ratesOf(10, 60)).toEqual([0.05, 0.05, 0.05, 0.05, 0.4, 0.4]);
});
