import { resolve } from 'node:path';
import { createClient, type Sibyl } from '../../../sdk/src/index.ts';
import { type Config, readConfig } from '../config.ts';
import { DirectoryHeldError } from '../platform/db/lock.ts';
import { readOperatorToken } from '../resources/keys/operator.ts';

/** How commands find their service: by options or by the environment. */
export interface Where {
  url?: string;
  key?: string;
}

/** A service that a command uses. */
export interface OpenedService extends AsyncDisposable {
  sibyl: Sibyl;
}

/** Reads the settings of a local service, without those of a client. */
export function readServiceConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { SIBYL_URL: _, SIBYL_API_KEY: __, ...settings } = environment;
  return readConfig(settings);
}

/** Returns the service at `--url` or `SIBYL_URL`, if one is named. */
export function remoteService({ url = process.env.SIBYL_URL, key = process.env.SIBYL_API_KEY }: Where) {
  return url ? createClient({ url, ...(key ? { key } : {}) }) : undefined;
}

/**
 * Opens the service at `--url` or `SIBYL_URL`; otherwise the one that runs on the data directory; otherwise one in this
 * process, which ends with the command. Anyone who can read the data directory is its operator and needs no key.
 */
export async function openService(where: Where): Promise<OpenedService> {
  const remote = remoteService(where);
  if (remote) return { sibyl: remote, async [Symbol.asyncDispose]() {} };
  const settings = { SIBYL_HOST: '127.0.0.1', SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' };
  const config = readServiceConfig({ ...process.env, ...settings });
  const directory = resolve(config.dataDirectory);
  const { serve } = await import('../serve.ts');
  try {
    const service = await serve(config);
    const sibyl = createClient({ url: service.address, key: readOperatorToken(directory) });
    return { sibyl, [Symbol.asyncDispose]: () => service.close() };
  } catch (error) {
    if (!(error instanceof DirectoryHeldError) || error.address === undefined) throw error;
    const address = error.address.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//127.0.0.1');
    const sibyl = createClient({ url: address, key: readOperatorToken(directory) });
    return { sibyl, async [Symbol.asyncDispose]() {} };
  }
}
