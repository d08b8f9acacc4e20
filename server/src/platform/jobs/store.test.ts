import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { transact } from '../db/transact.ts';
import { JobStore } from './store.ts';

describeOnEachDatabase('the jobs table', (suite) => {
  test('gives each of many claims at once another job, then none', async () => {
    const store = new JobStore(suite.database, 30_000);
    const numbers = Array.from({ length: 30 }, (_, index) => index);
    await transact(suite.database, async (transaction) => {
      for (const payload of numbers) await store.insert(transaction, { kind: 'claimed', payload });
    });

    const claimed = await Promise.all([...numbers, 30, 31].map(() => store.claim('claimed')));

    const payloads = claimed.map((job) => job?.payload).filter((payload) => payload !== undefined);
    expect(payloads.sort((a, b) => Number(a) - Number(b))).toEqual(numbers);
  });

  test('claims in the order in which jobs were enqueued', async () => {
    const store = new JobStore(suite.database, 30_000);
    for (const payload of ['first', 'second', 'third'])
      await transact(suite.database, (transaction) => store.insert(transaction, { kind: 'ordered', payload }));

    const claimed = [await store.claim('ordered'), await store.claim('ordered'), await store.claim('ordered')];

    expect(claimed.map((job) => job?.payload)).toEqual(['first', 'second', 'third']);
  });
});
