import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../config.ts';
import type { DatabaseSettings } from './open.ts';

/**
 * Returns where the records are: a file that only this process uses, or a database shared by nodes.
 * @throws ConfigError when nodes would have different master keys
 */
export function recordsOf({ databaseUrl, masterKey, role }: Config, directory: string): DatabaseSettings {
  if (databaseUrl === '' && role !== 'all')
    throw new ConfigError(`SIBYL_ROLE=${role} needs SIBYL_DATABASE_URL: only nodes that share records share the work.`);
  if (databaseUrl === '') return { kind: 'sqlite', path: join(directory, 'sibyl.db') };
  if (masterKey === '' && !existsSync(join(directory, 'master.key')))
    throw new ConfigError(
      'SIBYL_DATABASE_URL needs SIBYL_MASTER_KEY, the same on every node (openssl rand -hex 32), or the same master.key in each data directory.',
    );
  return { kind: 'postgres', url: databaseUrl };
}
