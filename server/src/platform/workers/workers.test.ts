import { getEventListeners } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { TestTasks } from '../../../test/test-handler.ts';
import { workerKinds } from './kinds.ts';
import { niceOf } from './priority.ts';
import { openWorkers, singleWorkers } from './workers.ts';

const handler = new URL('../../../test/test-handler.ts', import.meta.url);
const requester = { project: 'prj_a', caller: 'key_a' };
const gibibyte = 2 ** 30;
const limits = { memoryBytes: gibibyte };

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.each(['query', 'prediction'] as const)('workers of the kind %s', (kind) => {
  const workers = openWorkers<TestTasks>(kind, { handler, limits });
  afterAll(() => workers.close());

  it('answer each task with what its handler gives', async () => {
    expect(await workers.run('echo', { rows: [1, null, 'a'] }, requester)).toEqual({ rows: [1, null, 'a'] });
  });

  it('hand over a refusal with all that it says', async () => {
    const errors = [{ pointer: '/a', code: 'wrong_type', detail: 'must be a number' }];
    const refusal = { code: 'invalid_input', message: 'no', status: 400, errors, extensions: { limit: 7 } };
    await expect(workers.run('refuse', undefined, requester)).rejects.toMatchObject(refusal);
  });

  it('hand over an unexpected error with the stack of where it was thrown', async () => {
    const cause = { name: 'TypeError', message: 'unforeseen', stack: expect.stringContaining('test-handler.ts') };
    await expect(workers.run('fail', undefined, requester)).rejects.toMatchObject({ code: 'internal', cause });
  });

  it('that end by themselves take only their own task with them', async () => {
    await expect(workers.run('exit', undefined, requester)).rejects.toMatchObject({ reason: 'broken' });
    expect(await workers.run('echo', 1, requester)).toBe(1);
  });

  it('tell a task that nobody waits any more, and keep the worker that gives way', async () => {
    const id = await workers.run('id', undefined, requester);
    const tasks = kind === 'query' ? ['waitUntilCancelled'] : ['waitUntilCancelled', 'spinUntilCancelled'];
    for (const task of tasks as ('waitUntilCancelled' | 'spinUntilCancelled')[]) {
      const gone = new AbortController();
      const running = workers.run(task, null, { ...requester, signal: gone.signal });
      setTimeout(() => gone.abort(new Error('gone')), 50);
      await expect(running).rejects.toThrow('gone');
      expect(await workers.run('id', undefined, requester)).toBe(id);
    }
  });

  it('leave nothing behind after a thousand tasks', async () => {
    const { signal } = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const tasks = Array.from({ length: 10 }, async () => {
      for (let count = 0; count < 100; count += 1) await workers.run('echo', count, { ...requester, signal });
    });
    await Promise.all(tasks);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(timers() - before).toBeLessThanOrEqual(1); // one timer watches the memory of all workers
    expect(workers.usage).toMatchObject({ busy: 0, waiting: 0 });
  });
});

it.skipIf(!existsSync('/proc/thread-self'))('a thread that works for long comes after the others', async () => {
  const workers = openWorkers<TestTasks>('prediction', { handler, limits });
  const done = new AbortController();
  const running = workers.run('spinUntilCancelled', null, { ...requester, signal: done.signal });
  const ofLong = Math.min(19, getPriority() + niceOf.long);
  await expect.poll(threadPriorities, { timeout: 60_000 }).toContain(ofLong);
  expect(threadPriorities()).toContain(getPriority());
  done.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await workers.close();
});

function threadPriorities(): number[] {
  return readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
}

describe('a worker that is a process', () => {
  const workers = openWorkers<TestTasks>('query', { handler, limits });
  afterAll(() => workers.close());
  const pids: number[] = [];
  afterEach(() => expect(pids.splice(0).filter(isRunning)).toEqual([]));

  async function startOne(): Promise<number> {
    const pid = await workers.run('id', undefined, requester);
    pids.push(pid);
    return pid;
  }

  it('is killed at its limit of time, which starts with the task', async () => {
    await startOne();
    const spinning = workers.run('spin', undefined, requester, { limits: { ...limits, timeMs: 100 } });
    await expect(spinning).rejects.toMatchObject({ reason: 'time' });
  });

  it('is killed at its limit of memory', async () => {
    await startOne();
    const hoarding = workers.run('hoard', 2 * gibibyte, requester, { limits: { memoryBytes: 256 * 2 ** 20 } });
    await expect(hoarding).rejects.toMatchObject({ reason: 'memory' });
  });

  it('is killed when a cancelled task does not give way', async () => {
    await startOne();
    const gone = new AbortController();
    const spinning = workers.run('spin', undefined, { ...requester, signal: gone.signal });
    setTimeout(() => gone.abort(new Error('gone')), 50);
    await expect(spinning).rejects.toThrow('gone');
  });

  it('that is killed from outside fails its task, and the next one has another', async () => {
    const pid = await startOne();
    const sleeping = workers.run('sleep', null, requester);
    process.kill(pid, 'SIGKILL');
    await expect(sleeping).rejects.toMatchObject({ reason: 'broken', message: expect.stringContaining('SIGKILL') });
    expect(await workers.run('echo', 1, requester)).toBe(1);
    pids.push(await workers.run('id', undefined, requester));
    process.kill(pids[1], 'SIGKILL');
    await expect.poll(() => isRunning(pids[1])).toBe(false);
  });

  it('ends with its pool, whatever it does; what runs or waits is rejected', async () => {
    const closing = openWorkers<TestTasks>('query', { handler, limits, pool: { workers: 1 } });
    pids.push(await closing.run('id', undefined, requester));
    const running = closing.run('spin', undefined, requester);
    const waiting = closing.run('echo', 1, requester);
    const ends = Promise.allSettled([running, waiting]);
    await closing.close();
    const rejected = { status: 'rejected', reason: expect.objectContaining({ code: 'shutting_down' }) };
    expect(await ends).toEqual([rejected, rejected]);
    await expect(closing.run('echo', 1, requester)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

describe('a worker for one task', () => {
  const single = singleWorkers<TestTasks>('snapshot', handler);

  it('reports what its handler does, and is gone after it', async () => {
    const reported: unknown[] = [];
    const options = { limits, onProgress: (event: unknown) => reported.push(event) };
    expect(await single.run('count', 3, options)).toBe(3);
    expect(reported).toEqual([1, 2, 3]);
    const pid = await single.run('id', undefined, { limits });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('is not started for somebody who has gone', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(single.run('echo', 1, { limits, signal })).rejects.toThrow('gone');
  });
});

describe('a worker for one task after another', () => {
  const { reuse } = workerKinds.training;
  const usual = { limits: { memoryBytes: 4 * gibibyte } };

  /** Starts anew, with workers that are kept for as long as given. */
  function open(idleMs = 20_000) {
    const kept = reuse.idleMs;
    Object.assign(reuse, { idleMs });
    const { run } = singleWorkers<TestTasks>('training', handler);
    Object.assign(reuse, { idleMs: kept });
    return { run, id: (options: Parameters<typeof run>[2] = usual) => run('id', undefined, options) };
  }

  const hasEnded = (pid: number) => expect.poll(() => isRunning(pid)).toBe(false);

  it('does the next one, of whichever project, but none beside another', async () => {
    const { id } = open();
    const pid = await id({ ...usual, project: 'prj_a' });
    expect(await id({ ...usual, project: 'prj_b' })).toBe(pid);
    expect(new Set(await Promise.all([id(), id()])).size).toBe(2);
  });

  it.each<[string, (run: ReturnType<typeof open>['run']) => Promise<unknown>]>([
    ['was refused', (run) => run('refuse', undefined, usual)],
    ['failed', (run) => run('fail', undefined, usual)],
    ['was cancelled', (run) => run('sleep', null, { ...usual, signal: AbortSignal.timeout(50) })],
    ['took too long', (run) => run('spin', undefined, { limits: { ...usual.limits, timeMs: 50 } })],
    ['ended its process', (run) => run('exit', undefined, usual)],
  ])('ends when one %s', async (_, fail) => {
    const { run, id } = open();
    const pid = await id();
    await expect(fail(run)).rejects.toThrow();
    await hasEnded(pid);
    expect(await id()).not.toBe(pid);
  });

  it('ends when it is killed from outside while it waits, and when it has waited', async () => {
    const { id } = open();
    const pid = await id();
    process.kill(pid, 'SIGKILL');
    await hasEnded(pid);
    expect(await id()).not.toBe(pid);
    await hasEnded(await open(0).id());
  });

  it('ends after its last task, and after one that took much memory', async () => {
    const { run, id } = open();
    const pid = await id();
    for (let count = 1; count < reuse.tasks; count += 1) expect(await id()).toBe(pid);
    await hasEnded(pid);
    const next = await id();
    await run('hoard', reuse.warmBytes, usual);
    await hasEnded(next);
  });

  it('is only for the memory limit that it started with, and leaves nearly all of it to each task', async () => {
    const { run, id } = open();
    const pid = await id();
    const less = { limits: { memoryBytes: gibibyte } };
    const next = await id(less);
    expect(next).not.toBe(pid);
    await hasEnded(pid);
    await run('hoard', gibibyte / 8, less);
    await hasEnded(next);
  });
});
