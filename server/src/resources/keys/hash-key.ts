import type { Database } from '../../platform/db/schema.ts';
import { readFact, replaceFact } from '../../platform/nodes/facts.ts';
import { deriveKey } from '../../platform/secrets/master-key.ts';
import { SealedBox } from '../../platform/secrets/sealed-box.ts';

/** Name of the stored hash key, sealed under the master key of now. */
export const hashKeyFact = 'key_hash_key';

/**
 * Returns the key under which the secrets of API keys are hashed. It stays the same when the master key is rotated,
 * because nobody knows the secrets to hash them again: until the first rotation it is derived from the master key.
 */
export async function openHashKey(database: Database, masterKey: Buffer): Promise<Buffer> {
  const sealed = await readFact(database, hashKeyFact);
  if (sealed === undefined) return deriveKey(masterKey, 'keys');
  return Buffer.from(new SealedBox(masterKey).open(sealed, hashKeyFact), 'hex');
}

/** Stores the hash key under another master key. */
export function storeHashKey(database: Database, hashKey: Buffer, masterKey: Buffer): Promise<void> {
  return replaceFact(database, hashKeyFact, new SealedBox(masterKey).seal(hashKey.toString('hex'), hashKeyFact));
}
