import type { Database } from '../../platform/db/schema.ts';
import { addSums, keyOf, type TokenUse } from './store.ts';
import { type Counting, countUse } from './uncounted.ts';

interface Gathered {
  use: TokenUse;
  written: Promise<void>;
}

/** What calls used that end in this turn of the event loop, by who used it. */
const gatheredBy = new WeakMap<Database, Map<string, Gathered>>();

/** Counts a use; calls of the same requester that end together are written together. */
export function gatherTokenUse(ctx: Counting, use: TokenUse): Promise<void> {
  const gathered = gatheredBy.get(ctx.database) ?? begin(ctx.database);
  const key = keyOf(use);
  const known = gathered.get(key);
  if (known) {
    addSums(known.use, use);
    return known.written;
  }
  const own = { ...use };
  const written = endOfTurn().then(() => countUse(ctx, own));
  gathered.set(key, { use: own, written });
  return written;
}

function begin(database: Database): Map<string, Gathered> {
  const gathered = new Map<string, Gathered>();
  gatheredBy.set(database, gathered);
  endOfTurn().then(() => gatheredBy.delete(database));
  return gathered;
}

/** Comes before the writes of the turn are sent to the database, so that they share its next commit. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
