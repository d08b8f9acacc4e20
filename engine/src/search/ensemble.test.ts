import { expect, test } from 'vitest';
import { createRandom, rowNumbers } from '../random.ts';
import { weighMembers } from './ensemble.ts';

const random = createRandom(41);

/** Returns the weights of members with independent errors of equal size. */
function weigh(rowCount: number, spreads: readonly number[]): number[] {
  const values = Float64Array.from({ length: rowCount }, () => random());
  const labels = { task: 'regression', values, classCount: 0, loss: 'squared' } as const;
  const members = spreads.map((spread) => ({
    name: String(spread),
    predictions: values.map((value) => value + spread * (random() - 0.5)),
  }));
  return weighMembers(labels, rowNumbers(rowCount), members);
}

test('a member worth a fifth gets about that', () => {
  const [better, worse] = weigh(4000, [0.2, 0.4]);
  expect(better + worse).toBeCloseTo(1, 12);
  expect(worse).toBeGreaterThan(0.12);
  expect(worse).toBeLessThan(0.28);
});

test('few rows give coarse weights, and none to what does not help', () => {
  const [first, second, hopeless] = weigh(120, [0.2, 0.21, 5]);
  expect([1 / 3, 1 / 2, 2 / 3]).toContain(first);
  expect(second).toBeCloseTo(1 - first, 12);
  expect(hopeless).toBe(0);
});
