import { isLoopbackHost } from '../../config/addresses.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import { command } from '../../release.ts';
import { openHashKey } from './hash-key.ts';
import { KeyRing } from './key-ring.ts';
import { hasAdminKey } from './store.ts';

/**
 * Loads the keys of the service.
 * @throws ConfigError when others could reach the service and it could not identify callers
 */
export async function openKeys(database: Database, config: Config, masterKey: Buffer): Promise<KeyRing> {
  const outside = reachOutside(config);
  const hasIssuer = config.oidcIssuer !== '';
  if (outside && !hasIssuer && !(await hasAdminKey(database, new Date().toISOString()))) throw needsKey(outside);
  const keys = new KeyRing(await openHashKey(database, masterKey), outside === undefined && !hasIssuer);
  await keys.reload(database);
  return keys;
}

/** Returns the setting by which other machines reach the service; undefined for none. */
function reachOutside({ host, allowedHosts, publicUrl, trustedProxies }: Config): string | undefined {
  if (!isLoopbackHost(host)) return `SIBYL_HOST=${host}`;
  if (publicUrl !== '' && !isLoopbackHost(hostnameOf(publicUrl))) return `SIBYL_PUBLIC_URL=${publicUrl}`;
  if (trustedProxies.length > 0) return `SIBYL_TRUSTED_PROXIES=${trustedProxies}`;
  const name = allowedHosts.find((allowed) => !isLoopbackHost(hostnameOf(`http://${allowed}`)));
  return name === undefined ? undefined : `SIBYL_ALLOWED_HOSTS=${name}`;
}

/** Returns the host name without IPv6 brackets. */
function hostnameOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

function needsKey(setting: string): ConfigError {
  return new ConfigError(
    `${setting} says that others than this machine reach the service, so an admin key must exist first. Make one: ${command} keys create --role admin`,
  );
}
