import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction as KyselyTransaction } from 'kysely';
import { runDetached } from '../telemetry/scope.ts';
import type { Database, Schema } from './schema.ts';
import { isConflict } from './violations.ts';

/** An open transaction; wherever a `Database` is taken this may be given. */
export type Transaction = KyselyTransaction<Schema>;

interface Callbacks {
  before: (() => Promise<void>)[];
  after: (() => void)[];
}

/** Something to be written with whatever a piece of work commits. */
export type TransactionHook = (transaction: Transaction) => Promise<void>;

const transactionHooks = new AsyncLocalStorage<readonly TransactionHook[]>();

const callbacks = new WeakMap<Transaction, Callbacks>();

/** Times that a transaction is begun when others that wait for it in a circle have it given up. */
const mostTries = 5;

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. PostgreSQL may give it up for
 * another; then it is run again, so what it does outside the transaction must bear that.
 * Inside, use the transaction given, never the database: a write through that would wait for its own transaction.
 */
export async function transact<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce(database, work);
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error;
    }
  }
}

async function transactOnce<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { before, after }: Callbacks = { before: [], after: [] };
  const result = await database.transaction().execute(async (transaction) => {
    callbacks.set(transaction, { before, after });
    const outcome = await work(transaction);
    for (const companion of transactionHooks.getStore() ?? []) await companion(transaction);
    for (const callback of before) await callback();
    return outcome;
  });
  // What they set going goes on by itself: it is no part of the work that is accompanied.
  transactionHooks.exit(() =>
    runDetached(() => {
      for (const callback of after) callback();
    }),
  );
  return result;
}

/** Runs `work`; each transaction that it commits, in however deep a call, has done the companion's part as well. */
export function withTransactionHook<Result>(companion: TransactionHook, work: () => Result): Result {
  return transactionHooks.run([...(transactionHooks.getStore() ?? []), companion], work);
}

/**
 * Does a last thing inside the transaction, once its work is done: what locks something that many others need is held
 * for the commit alone, and taken after every other lock. The transaction must come from `transact`.
 */
export function beforeCommit(transaction: Transaction, callback: () => Promise<void>): void {
  callbacksOf(transaction).before.push(callback);
}

/** Calls back once the transaction has been committed; never when it is rolled back. It must come from `transact`. */
export function afterCommit(transaction: Transaction, callback: () => void): void {
  callbacksOf(transaction).after.push(callback);
}

function callbacksOf(transaction: Transaction): Callbacks {
  const found = callbacks.get(transaction);
  if (!found) throw new Error('open the transaction by transact(): its commit cannot be seen otherwise');
  return found;
}
