import { AsyncLocalStorage } from 'node:async_hooks';

const open = new AsyncLocalStorage<true>();

/** Runs the work of a transaction, which holds a connection until it ends. */
export function withinTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return open.run(true, work);
}

/**
 * Must be called before a connection is taken. As many transactions as there are connections, each waiting for a second
 * one, would wait for each other for ever.
 * @throws Error inside the work of a transaction
 */
export function refuseSecondConnection(): void {
  if (open.getStore()) throw new Error('use the open transaction: a second connection could be waited for in a circle');
}
