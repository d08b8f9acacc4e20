import { expect, test } from 'vitest';
import { budgetOf } from './settings.ts';

test('a busy machine lengthens the time budget that a training chooses, and none that was asked for', () => {
  expect(budgetOf({ target: 'y' }, 5000)).toBe(60);
  expect(budgetOf({ target: 'y', slowness: 4 }, 5000)).toBe(240);
  expect(budgetOf({ target: 'y', slowness: 4, timeBudgetSeconds: 8 }, 5000)).toBe(8);
});
