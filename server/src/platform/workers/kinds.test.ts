import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';
import { workerKinds } from './kinds.ts';

/** A single worker that serves everybody has no place to keep free; its tasks have their turns. */
const pools = Object.entries(workerKinds).flatMap(([name, kind]) =>
  'pool' in kind && !('isShared' in kind.pool) ? [{ name, ...kind.pool }] : [],
);

test.each(pools)('one project alone cannot hold all workers of the kind $name', async ({ workers, waiting }) => {
  const turns = new FairTurns({ places: workers, waiting });
  for (let count = 0; count < workers; count += 1)
    void turns.take({ project: 'greedy', caller: 'greedy' }).catch(() => {});
  const turn = await Promise.race([
    turns.take({ project: 'quiet', caller: 'quiet' }),
    new Promise((end) => setTimeout(end, 100)),
  ]);
  expect(turn).toBeDefined();
});
