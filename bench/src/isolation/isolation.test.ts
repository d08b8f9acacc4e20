// @module-tag long
import { expect, test } from 'vitest';
import { cleanUpOnExit } from '../process/cleanup.ts';
import { runIsolation } from './run.ts';

cleanUpOnExit();

test('no answer ever holds anything that belongs to another request (seed 1)', async () => {
  const { statuses, replayed, faults, unanswered } = await runIsolation(1500, 1);
  expect({ faults, unanswered }).toEqual({ faults: [], unanswered: [] });
  // Otherwise nothing would have been tried.
  expect(replayed).toBeGreaterThan(5);
  expect(statuses.get(201)).toBeGreaterThan(50);
});
