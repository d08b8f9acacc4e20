import { serviceErrorOf } from '../../http/reply/problem.ts';
import type { Database } from '../../platform/db/schema.ts';
import { addTokenUse, keyOf, sums, type TokenUse } from './store.ts';

interface Uncounted {
  uses: Map<string, TokenUse>;
  writing: Promise<void> | undefined;
}

/** What calls used that the database did not take, as on a full disk. Few: nothing is asked before it is written. */
const uncountedOf = new WeakMap<Database, Uncounted>();

/** Keeps what could not be counted until it can be. */
export function keepUncounted(database: Database, use: TokenUse): void {
  const { uses } = uncountedOf.get(database) ?? begin(database);
  const known = uses.get(keyOf(use));
  if (known) addSums(known, use);
  else uses.set(keyOf(use), { ...use });
}

export function addSums(to: TokenUse, use: TokenUse): void {
  for (const sum of sums) to[sum] = (to[sum] ?? 0) + (use[sum] ?? 0);
}

/**
 * Counts what is left to count, before a budget is read: an answer that costs tokens and cannot be counted or kept is
 * not to be asked for again and again.
 * @throws ServiceError why the database takes nothing, such as `storage_full`
 */
export async function countUncounted(database: Database): Promise<void> {
  const uncounted = uncountedOf.get(database);
  if (uncounted === undefined) return;
  uncounted.writing ??= writeAll(database, uncounted).finally(() => {
    uncounted.writing = undefined;
  });
  await uncounted.writing;
}

async function writeAll(database: Database, { uses }: Uncounted): Promise<void> {
  for (const [key, use] of uses) {
    uses.delete(key); // what is added meanwhile is an entry of its own
    await addTokenUse(database, use).catch((error) => {
      keepUncounted(database, use);
      throw serviceErrorOf(error);
    });
  }
  if (uses.size === 0) uncountedOf.delete(database);
}

function begin(database: Database): Uncounted {
  const begun: Uncounted = { uses: new Map(), writing: undefined };
  uncountedOf.set(database, begun);
  return begun;
}
