import { deriveKey } from '../../platform/secrets/master-key.ts';

/** Tells master keys apart: two are the same when their marks are; it says nothing of the key. */
export function fingerprintOf(masterKey: Buffer): string {
  return deriveKey(masterKey, 'backup mark').toString('hex').slice(0, 32);
}
