import { accessSync, constants } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from './config.ts';
import { openPrivateDirectory } from './platform/secrets/private-directory.ts';

/** Opens the data directory, created if missing, with owner-only access. */
export function makeDataDirectory(path: string): string {
  try {
    const directory = resolve(path);
    const open = openPrivateDirectory(directory);
    if (open.length > 0) console.error(`Others can read ${open.join(', ')}, which belongs to another user: close it.`);
    accessSync(directory, constants.W_OK);
    return directory;
  } catch (error) {
    throw unusable('SIBYL_DATA_DIR', path, error);
  }
}

/** Creates the error for an unusable setting, with its value and the reason. */
export function unusable(variable: string, value: string, error: unknown): ConfigError {
  return new ConfigError(`${variable}=${value} cannot be used: ${error instanceof Error ? error.message : error}.`);
}

export async function emptyDirectory(path: string): Promise<string> {
  // Retries, because a child of a killed service may still write for a moment.
  await rm(path, { recursive: true, force: true, maxRetries: 20 });
  await mkdir(path, { recursive: true });
  return path;
}
