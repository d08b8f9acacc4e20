import type { Transaction as KyselyTransaction } from 'kysely';
import type { Database, Schema } from './schema.ts';

/** An open transaction; wherever a `Database` is taken this may be given. */
export type Transaction = KyselyTransaction<Schema>;

const callbacks = new WeakMap<Transaction, (() => void)[]>();

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects.
 * Inside, use the transaction given, never the database: a write through that would wait for its own transaction.
 */
export async function transact<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const afterwards: (() => void)[] = [];
  const result = await database.transaction().execute((transaction) => {
    callbacks.set(transaction, afterwards);
    return work(transaction);
  });
  for (const callback of afterwards) callback();
  return result;
}

/** Calls back once the transaction has been committed; never when it is rolled back. It must come from `transact`. */
export function afterCommit(transaction: Transaction, callback: () => void): void {
  const afterwards = callbacks.get(transaction);
  if (!afterwards) throw new Error('open the transaction by transact(): its commit cannot be seen otherwise');
  afterwards.push(callback);
}
