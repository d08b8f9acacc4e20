import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import { RunningTask } from './running-task.ts';

it.each([
  [false, 1000],
  [true, 5000],
])('kills a worker that goes on with a cancelled task (it hears: %s) after %i ms', async (hears, milliseconds) => {
  vi.useFakeTimers();
  const kill = vi.fn();
  const gone = new AbortController();
  const limits = { memoryBytes: 2 ** 30 };
  const worker = { pid: undefined, send: () => {}, kill };
  const task = new RunningTask(worker, { graceMs: 5000, hearMs: 1000 }, { limits, signal: gone.signal });
  task.start('spin', null);
  gone.abort();
  if (hears) task.take({ type: 'cancelling' });
  vi.advanceTimersByTime(milliseconds - 1);
  expect(kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(kill).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

it('reports progress in the scope of who asked for the task, whoever started its worker', () => {
  const scope = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const worker = { pid: undefined, send: () => {}, kill: () => {} };
  const options = { limits: { memoryBytes: 2 ** 30 }, onProgress: () => void seen.push(scope.getStore()) };
  const task = scope.run('requester', () => new RunningTask(worker, { graceMs: 0 }, options));
  scope.run('starter', () => task.take({ type: 'progress', event: 1 }));
  expect(seen).toEqual(['requester']);
});
