import { expect, test } from 'vitest';
import { measureSlowness, slownessOf } from './slowness.ts';

test.each([
  [1, 1.4, 1],
  [3, 1, 3],
  [90, 1, 10],
])('a process of %d s with %d s of the processor takes %d times as long', (seconds, cpuSeconds, slowness) => {
  expect(slownessOf(seconds, cpuSeconds)).toBe(slowness);
});

test('this process has a slowness', () => {
  expect(measureSlowness()).toBeGreaterThanOrEqual(1);
});
