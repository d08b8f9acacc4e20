import { expect, onTestFinished, test, vi } from 'vitest';
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

  test('keeps a job whose failure no database could store as it is', async () => {
    const store = new JobStore(suite.database, 30_000);
    await transact(suite.database, (transaction) => store.insert(transaction, { kind: 'foreign', payload: 1 }));
    await store.retry((await store.claim('foreign'))!, 0, new Error('out\0of luck'));
    expect(await store.claim('foreign')).toMatchObject({ attempt: 2, lastError: 'out of luck' });
  });

  test('gives no job away by the clock of another node', async () => {
    const store = new JobStore(suite.database, 30_000);
    await transact(suite.database, (transaction) => store.insert(transaction, { kind: 'timed', payload: 1 }));
    const job = await store.claim('timed');
    if (suite.engine === 'postgres') vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await store.recover('expired');
    expect(await store.claim('timed')).toBeUndefined();
    await transact(suite.database, (transaction) => store.insert(transaction, { kind: 'timed', payload: 2 }));
    vi.useRealTimers();
    expect(await store.dueLanes('timed')).toMatchObject([{ running: 1 }]);
    expect(await store.claim('timed')).toMatchObject({ payload: 2 });
    expect(await store.renew([job!.lease])).toEqual(new Set([job!.lease]));
  });
});
