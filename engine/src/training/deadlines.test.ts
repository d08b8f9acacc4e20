import { expect, test } from 'vitest';
import { Monitor } from '../monitor.ts';
import { deadlinesBeyond, spanBeyond } from './deadlines.ts';

const [started, budgetSeconds] = [1000, 5];
const searchEnd = (followingMs: number) =>
  deadlinesBeyond(new Monitor({}, started), budgetSeconds, spanBeyond(0, 1), followingMs).search - started;

test('a search for other rows ends early enough for what follows it', () => {
  expect(searchEnd(1400)).toBeLessThan(5000 - 1400);
  expect(searchEnd(2800)).toBeLessThan(5000 - 2800);
});

test('it has its share of the budget where what follows is short', () => {
  expect(searchEnd(100)).toBeCloseTo(searchEnd(0), 6);
  expect(searchEnd(0)).toBeGreaterThan(4000);
});
