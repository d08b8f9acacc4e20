import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Runs a transaction that gives way to all others on SQLite, and that a failure of the power may undo. */
export function inBackground<Result>(work: () => Result): Result {
  return background.run(true, work);
}

export function isInBackground(): boolean {
  return background.getStore() === true;
}
