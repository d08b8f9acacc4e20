import { expect, test } from 'vitest';
import { createRandom, rowNumbers } from '../random.ts';
import { type Member, weighMembers } from './ensemble.ts';
import { pruneMembers } from './prune.ts';

const random = createRandom(8);
const values = Float64Array.from({ length: 2000 }, () => random());
const labels = { task: 'regression', values, classCount: 0, loss: 'squared' } as const;
const rows = rowNumbers(2000);
const member = (name: string, spread: number): Member => ({
  name,
  predictions: values.map((value) => value + spread * (random() - 0.5)),
});
const members = [member('good', 0.2), member('as good', 0.2), member('bad', 2)];

function prune(costs: number[], seconds = [1, 1, 1], secondsLeft = 100) {
  const weigh = (kept: readonly Member[]) => weighMembers(labels, rows, kept);
  return pruneMembers({ labels, rows, members, costs, mostCost: 100, seconds, secondsLeft, weigh });
}

test('members that help each other stay', () => {
  const { weights, isCutShort } = prune([5, 5, 5]);
  expect(weights.map((weight) => weight > 0)).toEqual([true, true, false]);
  expect(isCutShort).toBe(false);
});

test('one that takes too long to answer goes, though it helps', () => {
  expect(prune([5, 200, 5]).weights).toEqual([1, 0, 0]);
});

test('what cannot be fitted in time goes, and is owned up to', () => {
  const { weights, isCutShort } = prune([5, 5, 5], [1, 1, 1], 1.5);
  expect(weights.filter((weight) => weight > 0)).toHaveLength(1);
  expect(isCutShort).toBe(true);
});
