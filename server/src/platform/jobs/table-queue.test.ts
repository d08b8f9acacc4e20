import { afterEach, expect, test, vi } from 'vitest';
import { type DatabaseSuite, describeOnEachDatabase } from '../../../test/databases.ts';
import { ServiceError } from '../../errors.ts';
import { encodeJson } from '../db/json.ts';
import { transact } from '../db/transact.ts';
import { type Job, type JobHandler, JobInterrupted, type JobQueue, type NewJob } from './queue.ts';
import { JobStore } from './store.ts';
import { TableQueue, type TableQueueOptions } from './table-queue.ts';

const opened: JobQueue[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((queue) => queue.drain(0)));
});

/** Opens a queue that does not poll within a test, unless told to. */
function openQueue(suite: DatabaseSuite, options: Partial<TableQueueOptions> = {}): JobQueue {
  const fast = { exclusive: false, pollInterval: 60_000, retryDelay: () => 0, onError: () => {} };
  const queue = new TableQueue(suite.database, { ...fast, ...options });
  opened.push(queue);
  return queue;
}

function enqueue(suite: DatabaseSuite, queue: JobQueue, job: NewJob): Promise<string> {
  return transact(suite.database, (transaction) => queue.enqueue(transaction, job));
}

function findJob(suite: DatabaseSuite, id: string) {
  return suite.database.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A handler that ends at once and records its jobs. */
function createRecorder(kind: string) {
  const payloads: unknown[] = [];
  const worker: JobHandler = { kind, concurrency: 1, handle: async (job) => void payloads.push(job.payload) };
  return { worker, payloads };
}

function waitUntilGone(suite: DatabaseSuite, id: string) {
  return vi.waitFor(async () => expect(await findJob(suite, id)).toBeUndefined(), { timeout: 60_000, interval: 5 });
}

/** A handler whose jobs run until they are aborted. */
function createEndlessWorker(kind: string) {
  const started = Promise.withResolvers<Job>();
  const interrupted = Promise.withResolvers<unknown>();
  const worker: JobHandler = {
    kind,
    concurrency: 1,
    async handle(job, signal) {
      started.resolve(job);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      interrupted.resolve(signal.reason);
      signal.throwIfAborted();
    },
  };
  return { worker, started: started.promise, interrupted: interrupted.promise };
}

describeOnEachDatabase('a table queue', (suite) => {
  test('runs a job with its payload and forgets it', async () => {
    const queue = openQueue(suite);
    const handled = Promise.withResolvers<Job>();
    await queue.start([{ kind: 'plain', concurrency: 1, handle: async (job) => handled.resolve(job) }]);

    const id = await enqueue(suite, queue, { kind: 'plain', payload: { rows: [1, 'ä'] }, maxAttempts: 2 });

    const seen = { id, kind: 'plain', payload: { rows: [1, 'ä'] }, attempt: 1, maxAttempts: 2 };
    expect(await handled.promise).toMatchObject(seen);
    await waitUntilGone(suite, id);
  });

  test('runs nothing that was rolled back', async () => {
    const queue = openQueue(suite);
    const recorder = createRecorder('rolled-back');
    await queue.start([recorder.worker]);

    const outcome = transact(suite.database, async (transaction) => {
      await queue.enqueue(transaction, { kind: 'rolled-back', payload: 'first' });
      throw new Error('no');
    });
    await expect(outcome).rejects.toThrow('no');
    await waitUntilGone(suite, await enqueue(suite, queue, { kind: 'rolled-back', payload: 'second' }));

    expect(recorder.payloads).toEqual(['second']);
  });

  test('runs each job once when several processes share the table', async () => {
    const runs: unknown[] = [];
    const worker = { kind: 'shared', concurrency: 3, handle: async (job: Job) => void runs.push(job.payload) };
    const queues = [openQueue(suite), openQueue(suite), openQueue(suite)];
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(numbers.map((payload) => enqueue(suite, queues[0], { kind: 'shared', payload })));

    await Promise.all(queues.map((queue) => queue.start([worker])));

    await vi.waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(60), { timeout: 60_000 });
    expect(new Set(runs)).toEqual(new Set(numbers));
    expect(runs).toHaveLength(60);
  });

  test('runs no more at once than the worker allows, and all in the end', async () => {
    const queue = openQueue(suite);
    const ends: (() => void)[] = [];
    const handle = () => new Promise<void>((resolve) => ends.push(resolve));
    await enqueue(suite, queue, { kind: 'narrow', payload: 1 });
    await enqueue(suite, queue, { kind: 'narrow', payload: 2 });
    const third = await enqueue(suite, queue, { kind: 'narrow', payload: 3 });

    await queue.start([{ kind: 'narrow', concurrency: 2, handle }]);

    await vi.waitFor(() => expect(ends).toHaveLength(2), { timeout: 60_000 });
    const waiting = suite.database.selectFrom('jobs').select('id').where('kind', '=', 'narrow');
    expect(await waiting.where('state', '=', 'queued').execute()).toEqual([{ id: third }]);
    ends[0]();
    await vi.waitFor(() => expect(ends).toHaveLength(3), { timeout: 60_000 });
    for (const end of ends) end();
  });

  test('tries a failed job again', async () => {
    const errors: string[] = [];
    const queue = openQueue(suite, { onError: (error) => void errors.push(error.message), pollInterval: 10 });
    const handle = vi.fn(async ({ attempt }: Job) => {
      if (attempt < 3) throw new Error(`failure ${attempt}`);
    });
    await queue.start([{ kind: 'flaky', concurrency: 1, handle }]);

    await waitUntilGone(suite, await enqueue(suite, queue, { kind: 'flaky', payload: null, maxAttempts: 3 }));

    expect(handle).toHaveBeenCalledTimes(3);
    expect(errors).toEqual(['failure 1', 'failure 2']);
  });

  test('gives a job up after its last attempt and says so once', async () => {
    const queue = openQueue(suite, { pollInterval: 10 });
    const onFailed = vi.fn(async () => {});
    const handle = async () => Promise.reject(new Error('broken'));
    await queue.start([{ kind: 'broken', concurrency: 1, handle, onFailed }]);

    await waitUntilGone(suite, await enqueue(suite, queue, { kind: 'broken', payload: 7, maxAttempts: 2 }));

    expect(onFailed.mock.calls).toMatchObject([[{ payload: 7, attempt: 2 }, { message: 'broken' }]]);
  });

  test('waits for the end of an outage, however often it tries', async () => {
    const queue = openQueue(suite, { pollInterval: 10 });
    let tries = 0;
    const handle = async (): Promise<void> => {
      tries += 1;
      if (tries <= 5) throw new ServiceError('backend_unavailable', 'The store of files cannot be reached.');
    };
    const onFailed = vi.fn(async () => {});
    await queue.start([{ kind: 'outage', concurrency: 1, handle, onFailed }]);

    const id = await enqueue(suite, queue, { kind: 'outage', payload: null, maxAttempts: 2 });
    await waitUntilGone(suite, id);

    expect([tries, onFailed.mock.calls]).toEqual([6, []]);
  });

  test('does not run a job before its time', async () => {
    const queue = openQueue(suite);
    const recorder = createRecorder('timed');
    await queue.start([recorder.worker]);

    const later = await enqueue(suite, queue, { kind: 'timed', payload: 1, runAt: new Date(Date.now() + 3_600_000) });
    await waitUntilGone(suite, await enqueue(suite, queue, { kind: 'timed', payload: 2 }));

    expect(recorder.payloads).toEqual([2]);
    expect(await findJob(suite, later)).toMatchObject({ state: 'queued' });
  });

  test('refuses more than may wait, and lets the transaction fail', async () => {
    const queue = openQueue(suite, { limit: 2 });
    await enqueue(suite, queue, { kind: 'full', payload: 1 });
    await enqueue(suite, queue, { kind: 'full', payload: 2 });

    const outcome = enqueue(suite, queue, { kind: 'full', payload: 3 });

    await expect(outcome).rejects.toMatchObject({
      code: 'queue_full',
      extensions: { limit_name: 'jobs_queued', limit: 2 },
    });
  });

  test('calls a full queue by what waits in it, and leaves room for other lanes', async () => {
    const queue = openQueue(suite, { limit: 4 });
    const put = (id: string, value: number) =>
      enqueue(suite, queue, { kind: 'lanes', payload: 1, lane: { id, queueLimit: { name: 'webhooks', value } } });
    await put('a', 2);
    await put('a', 2);
    await expect(put('a', 2)).rejects.toMatchObject({ extensions: { limit_name: 'webhooks', limit: 2 } });
    await expect(put('a', 9)).rejects.toMatchObject({ extensions: { limit_name: 'jobs_queued', limit: 4 } });
    await put('b', 2);
  });

  test('lets lanes take turns, however much one of them has put in before', async () => {
    const queue = openQueue(suite);
    const begun: unknown[] = [];
    const put = (id: string) =>
      enqueue(suite, queue, { kind: 'fair', payload: id, lane: { id, queueLimit: { name: 'webhooks', value: 99 } } });
    for (const id of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) await put(id);
    const ended = Promise.withResolvers<void>();
    const handle = async ({ payload }: Job) => {
      begun.push(payload);
      if (begun.length === 7) ended.resolve();
    };
    await queue.start([{ kind: 'fair', concurrency: 1, handle }]);
    await ended.promise;
    expect(begun.join('')).toBe('abcabaa');
  });

  test('leaves the last of several places to a lane of which nothing runs', async () => {
    const queue = openQueue(suite);
    const begun: unknown[] = [];
    const over = Promise.withResolvers<void>();
    const put = (id: string) =>
      enqueue(suite, queue, { kind: 'held', payload: id, lane: { id, queueLimit: { name: 'webhooks', value: 99 } } });
    for (const id of ['flood', 'flood', 'flood', 'flood']) await put(id);
    const handle = async ({ payload }: Job) => {
      begun.push(payload);
      await over.promise;
    };
    await queue.start([{ kind: 'held', concurrency: 3, handle }]);
    await expect.poll(() => begun).toEqual(['flood', 'flood']);
    await put('quiet');
    await expect.poll(() => begun).toEqual(['flood', 'flood', 'quiet']);
    over.resolve();
  });

  test('cancels a waiting job: it never runs', async () => {
    const queue = openQueue(suite);
    const recorder = createRecorder('waiting');
    const first = await enqueue(suite, queue, { kind: 'waiting', payload: 1 });
    const second = await enqueue(suite, queue, { kind: 'waiting', payload: 2 });

    const found = await transact(suite.database, (transaction) => queue.cancel(transaction, first));
    await queue.start([recorder.worker]);
    await waitUntilGone(suite, second);

    expect(found).toBe(true);
    expect(recorder.payloads).toEqual([2]);
    expect(await transact(suite.database, (transaction) => queue.cancel(transaction, second))).toBe(false);
  });

  test('cancels a running job: its signal fires, it is not tried again', async () => {
    const onError = vi.fn();
    const queue = openQueue(suite, { onError });
    const endless = createEndlessWorker('cancelled');
    await queue.start([endless.worker]);
    const id = await enqueue(suite, queue, { kind: 'cancelled', payload: null });
    await endless.started;

    await transact(suite.database, (transaction) => queue.cancel(transaction, id));

    expect(await endless.interrupted).toEqual(new JobInterrupted('cancelled'));
    await queue.drain(1000);
    expect(await findJob(suite, id)).toBeUndefined();
    expect(onError).not.toHaveBeenCalled();
  });

  test('a job cancelled by another process loses its lease here', async () => {
    const queue = openQueue(suite, { lease: 60 });
    const endless = createEndlessWorker('elsewhere');
    await queue.start([endless.worker]);
    const id = await enqueue(suite, queue, { kind: 'elsewhere', payload: null });
    await endless.started;

    await transact(suite.database, (transaction) => openQueue(suite).cancel(transaction, id));

    expect(await endless.interrupted).toEqual(new JobInterrupted('lost'));
  });

  test('hands back what does not end before the deadline; the run does not count', async () => {
    const first = openQueue(suite);
    const endless = createEndlessWorker('drained');
    await first.start([endless.worker]);
    const id = await enqueue(suite, first, { kind: 'drained', payload: null });
    await endless.started;

    await first.drain(0);

    expect(await endless.interrupted).toEqual(new JobInterrupted('shutdown'));
    expect(await findJob(suite, id)).toMatchObject({ state: 'queued', attempts: 0, lease: null });
    const second = openQueue(suite);
    await second.start([{ kind: 'drained', concurrency: 1, handle: async () => {} }]);
    await waitUntilGone(suite, id);
  });

  test('lets a job end that can before the deadline', async () => {
    const queue = openQueue(suite);
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const handle = () => {
      started.resolve();
      return end.promise;
    };
    await queue.start([{ kind: 'ending', concurrency: 1, handle }]);
    const id = await enqueue(suite, queue, { kind: 'ending', payload: null });
    await started.promise;

    const drained = queue.drain(10_000);
    end.resolve();
    await drained;

    expect(await findJob(suite, id)).toBeUndefined();
  });
});

describeOnEachDatabase('a table queue after a crash', (suite) => {
  /** Leaves a job as a killed process would: running, with an expired lease. */
  async function leaveRunning(kind: string, columns: { attempts: number; max_attempts: number; lease_until: string }) {
    const now = new Date().toISOString();
    const id = `job_${kind}`;
    const running = { state: 'running' as const, lease: `lease of ${kind}`, run_at: now, created_at: now };
    const payload = encodeJson('left');
    await suite.database
      .insertInto('jobs')
      .values({ id, kind, payload, ...running, ...columns })
      .execute();
    return id;
  }
  const past = new Date(0).toISOString();
  const future = new Date(Date.now() + 3_600_000).toISOString();

  test('runs at once what was running, where no other process can be', async () => {
    const id = await leaveRunning('alone', { attempts: 1, max_attempts: 5, lease_until: future });
    const handled = Promise.withResolvers<Job>();

    const queue = openQueue(suite, { exclusive: true });
    await queue.start([{ kind: 'alone', concurrency: 1, handle: async (job) => handled.resolve(job) }]);

    expect(await handled.promise).toMatchObject({ id, payload: 'left', attempt: 2, maxAttempts: 5 });
  });

  test('leaves alone what another process runs, and takes what that has let expire', async () => {
    const alive = await leaveRunning('alive', { attempts: 1, max_attempts: 5, lease_until: future });
    const dead = await leaveRunning('dead', { attempts: 1, max_attempts: 5, lease_until: past });
    const handle = vi.fn(async () => {});

    const queue = openQueue(suite);
    await queue.start(['alive', 'dead'].map((kind) => ({ kind, concurrency: 1, handle })));
    await waitUntilGone(suite, dead);

    expect(handle).toHaveBeenCalledTimes(1);
    expect(await findJob(suite, alive)).toMatchObject({ state: 'running', attempts: 1 });
  });

  test('does not count the runs that crashes cut short', async () => {
    const crashed = new JobStore(suite.database, -1);
    const handle = vi.fn(async (_job: Job) => {});
    const id = await enqueue(suite, openQueue(suite), { kind: 'unlucky', payload: null, maxAttempts: 1 });
    for (const _crash of [1, 2, 3]) {
      expect(await crashed.claim('unlucky')).toMatchObject({ id });
      await crashed.recover('expired');
    }

    await openQueue(suite).start([{ kind: 'unlucky', concurrency: 1, handle }]);
    await waitUntilGone(suite, id);

    expect(handle.mock.calls).toMatchObject([[{ id, attempt: 1, maxAttempts: 1 }, {}]]);
  });

  test('a run that lost its lease cannot end the run that took over', async () => {
    const stale = openQueue(suite);
    const end = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const handle = () => {
      started.resolve();
      return end.promise;
    };
    await stale.start([{ kind: 'stale', concurrency: 1, handle }]);
    const id = await enqueue(suite, stale, { kind: 'stale', payload: null });
    await started.promise;
    await suite.database.updateTable('jobs').set({ lease: 'another' }).where('id', '=', id).execute();

    end.resolve();
    await stale.drain(1000);

    expect(await findJob(suite, id)).toMatchObject({ state: 'running', lease: 'another' });
  });
});
