import { createHash } from 'node:crypto';

/** Returns the SHA-256 of several byte arrays as one. The engine, which has no dependencies, has only a slower one. */
export function sha256(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
