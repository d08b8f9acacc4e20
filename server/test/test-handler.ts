/** A worker for tests of the runtime, with good and bad handlers. */
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { ServiceError } from '../src/errors.ts';
import { serveTasks, type Task } from '../src/platform/workers/serve-tasks.ts';

const tasks = {
  echo: (value: unknown) => value,
  /** ID of the process or thread. */
  id: () => threadId || process.pid,
  refuse() {
    const errors = [{ pointer: '/a', code: 'wrong_type', detail: 'must be a number' }];
    throw new ServiceError('invalid_input', 'no', { errors, extensions: { limit: 7 } });
  },
  fail() {
    throw new TypeError('unforeseen');
  },
  async count(last: number, task: Task) {
    for (let number = 1; number <= last; number += 1) await task.report(number);
    return last;
  },
  sleep: (_: null) => pause(60_000),
  spin() {
    for (;;); // never yields
  },
  spinUntilCancelled(_: null, task: Task) {
    while (!task.isCancelled());
  },
  async waitUntilCancelled(_: null, task: Task) {
    while (!task.isCancelled()) await pause(5);
  },
  hoard(bytes: number) {
    const kept: Buffer[] = [];
    for (let held = 0; held < bytes; held += 2 ** 20) kept.push(Buffer.alloc(2 ** 20, 1));
    return kept.length;
  },
  exit: () => process.exit(3),
};
export type TestTasks = typeof tasks;

serveTasks(tasks);
