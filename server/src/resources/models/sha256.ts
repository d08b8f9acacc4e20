import { createHash } from 'node:crypto';

/** SHA-256 of several byte arrays as if they were one, for the engine, which has no I/O and only a slow one of its own. */
export function sha256(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
