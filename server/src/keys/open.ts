import { type Config, ConfigError, isLoopbackHost } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { deriveKey } from '../secrets/master-key.ts';
import { KeyRing } from './key-ring.ts';
import { hasAdminKey } from './store.ts';

/**
 * The keys of the service, in memory.
 * @throws ConfigError when it is to listen beyond this machine and nobody could be told from anybody
 */
export async function openKeys(database: Database, { host, oidcIssuer }: Config, masterKey: Buffer): Promise<KeyRing> {
  const isLocal = isLoopbackHost(host);
  const hasIssuer = oidcIssuer !== '';
  if (!isLocal && !hasIssuer && !(await hasAdminKey(database, new Date().toISOString()))) throw needsKey(host);
  const keys = new KeyRing(deriveKey(masterKey, 'keys'), isLocal && !hasIssuer);
  await keys.reload(database);
  return keys;
}

function needsKey(host: string): ConfigError {
  const command = 'npm run sibyl -- keys create --role admin';
  return new ConfigError(
    `SIBYL_HOST=${host} is reached from other machines, so an admin key must exist first. Make one: ${command}`,
  );
}
