import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../caller.ts';
import { writeSecretFile } from '../../platform/secrets/master-key.ts';
import type { KeyRing } from './key-ring.ts';

/** The command line: anyone who can read the data directory. */
export const operator: Caller = { actor: 'operator', role: 'admin', projects: undefined };

/** Writes this run's operator token to the data directory. Returns a function that deletes it. */
export function issueOperatorToken(keys: KeyRing, directory: string): () => void {
  const token = `sibop_${randomBytes(32).toString('base64url')}`;
  writeSecretFile(tokenFile(directory), token);
  keys.admitOperator(token, operator);
  return () => rmSync(tokenFile(directory), { force: true });
}

export function readOperatorToken(directory: string): string {
  return readFileSync(tokenFile(directory), 'utf8').trim();
}

function tokenFile(directory: string): string {
  return join(directory, 'operator.token');
}
