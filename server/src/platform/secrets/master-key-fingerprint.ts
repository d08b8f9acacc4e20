import { deriveKey } from './master-key.ts';

/** Returns a fingerprint that identifies a master key and reveals nothing about it. */
export function fingerprintOf(masterKey: Buffer): string {
  return deriveKey(masterKey, 'backup mark').toString('hex').slice(0, 32);
}
