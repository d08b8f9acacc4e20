import type { Database } from '../../platform/db/schema.ts';
import { addTokenUse, keyOf, type TokenUse } from './store.ts';
import { addSums, keepUncounted } from './uncounted.ts';

interface Gathered {
  use: TokenUse;
  written: Promise<void>;
}

/** What calls used that end in this turn of the event loop, by who used it. */
const gatheredBy = new WeakMap<Database, Map<string, Gathered>>();

/** Adds to the sums of a day, now or once the database takes it; calls of the same requester that end together are written together. */
export function gatherTokenUse(database: Database, use: TokenUse): Promise<void> {
  const gathered = gatheredBy.get(database) ?? begin(database);
  const key = keyOf(use);
  const known = gathered.get(key);
  if (known) {
    addSums(known.use, use);
    return known.written;
  }
  const own = { ...use };
  const written = endOfTurn().then(() => add(database, own));
  gathered.set(key, { use: own, written });
  return written;
}

async function add(database: Database, use: TokenUse): Promise<void> {
  await addTokenUse(database, use).catch((error) => {
    keepUncounted(database, use);
    throw error;
  });
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
