import type { Database } from '../../platform/db/schema.ts';
import { replaceFact } from '../../platform/nodes/facts.ts';
import { forgottenKey, masterKeyFact } from '../../platform/nodes/held-master-key.ts';
import { hashKeyFact } from '../../resources/keys/hash-key.ts';
import type { Resealed } from './reseal.ts';

/**
 * Deletes what is useless without a lost master key and would mislead: API keys, stored answers, and what was recorded
 * of the key. Sealed secrets stay; whatever needs one says that it must be entered again.
 */
export async function forgetSecrets(database: Database): Promise<Resealed> {
  await database.deleteFrom('api_keys').execute();
  await database.deleteFrom('idempotency_keys').execute();
  await database.deleteFrom('installation').where('name', '=', hashKeyFact).execute();
  await replaceFact(database, masterKeyFact, forgottenKey);
  return { secrets: 0, unreadable: 0 };
}
