import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction as KyselyTransaction } from 'kysely';
import { runDetached } from '../telemetry/scope.ts';
import { inBackground } from './background.ts';
import { withinTransaction } from './open-transaction.ts';
import type { Database, Schema } from './schema.ts';
import { explainBusy, isConflict } from './violations.ts';

/** An open transaction, accepted wherever a `Database` is. */
export type Transaction = KyselyTransaction<Schema>;

interface Callbacks {
  before: (() => Promise<void>)[];
  after: (() => void)[];
}

/** A write that is added to every transaction of a piece of work. */
export type TransactionHook = (transaction: Transaction) => Promise<void>;

const transactionHooks = new AsyncLocalStorage<readonly TransactionHook[]>();

const callbacks = new WeakMap<Transaction, Callbacks>();

/** Attempts of a transaction that PostgreSQL aborts because of a deadlock or a serialisation failure. */
const maxAttempts = 5;

/**
 * Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. PostgreSQL may abort it because
 * of a conflict; then `work` runs again.
 * Inside, use the given transaction: whatever goes through the database is refused.
 */
export async function transact<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return attempt(() => transactOnce(database, work, (begin) => begin()));
}

/**
 * Does the same for one step of long work that nobody sees before its last transaction, which must be one of
 * `transact`. SQLite lets all other writes go first and does not wait for the disk: the last transaction does, for all
 * steps before it.
 */
export function transactStep<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return attempt(() => transactOnce(database, work, inBackground));
}

async function attempt<Result>(transactOnce: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce();
    } catch (error) {
      if (tries === maxAttempts || !isConflict(error)) throw explainBusy(error);
    }
  }
}

async function transactOnce<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  within: (begin: () => Promise<Result>) => Promise<Result>,
): Promise<Result> {
  const { before, after }: Callbacks = { before: [], after: [] };
  const run = async (transaction: Transaction) => {
    callbacks.set(transaction, { before, after });
    const outcome = await work(transaction);
    for (const hook of transactionHooks.getStore() ?? []) await hook(transaction);
    for (const callback of before) await callback();
    return outcome;
  };
  const result = await within(() =>
    database.transaction().execute((transaction) => withinTransaction(() => run(transaction))),
  );
  // Work that callbacks start is not part of this work, so the hook does not apply to it.
  transactionHooks.exit(() =>
    runDetached(() => {
      for (const callback of after) callback();
    }),
  );
  return result;
}

/** Runs `work`; the hook joins every transaction that it commits, at any depth of calls. */
export function withTransactionHook<Result>(hook: TransactionHook, work: () => Result): Result {
  return transactionHooks.run([...(transactionHooks.getStore() ?? []), hook], work);
}

/**
 * Registers a callback that runs last in the transaction (one of `transact`), so that a contended lock is taken after
 * all others and held only for the commit.
 */
export function beforeCommit(transaction: Transaction, callback: () => Promise<void>): void {
  callbacksOf(transaction).before.push(callback);
}

/** Registers a callback for after the commit (of a transaction of `transact`); a rollback drops it. */
export function afterCommit(transaction: Transaction, callback: () => void): void {
  callbacksOf(transaction).after.push(callback);
}

function callbacksOf(transaction: Transaction): Callbacks {
  const found = callbacks.get(transaction);
  if (!found) throw new Error('open the transaction by transact(): its commit cannot be seen otherwise');
  return found;
}
