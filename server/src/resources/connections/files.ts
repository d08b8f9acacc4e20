import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { EngineServices } from './engine.ts';
import { cannotBeQueried } from './failures.ts';

/**
 * Returns the real path of a database file. It must be in a folder that the operator allowed, links resolved, and never
 * in the service's own data; a path elsewhere gets the same answer whether or not it exists.
 */
export async function requireFile(
  path: string,
  { folders, dataDirectory }: Pick<EngineServices, 'folders' | 'dataDirectory'>,
): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  const allowed = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  const isAllowed = (one: string) => allowed.some((folder) => folder !== undefined && isInside(one, folder));
  const own = await realpath(dataDirectory).catch(() => dataDirectory);
  const found = real ?? resolve(path);
  if (!isAllowed(found) || isInside(found, own)) throw notAllowed(folders);
  if (real === undefined) throw cannotBeQueried('there is no such file', 'path');
  if (!(await stat(real)).isFile()) throw cannotBeQueried('the path is not a file', 'path');
  return real;
}

function notAllowed(folders: readonly string[]): Error {
  const where = folders.join(', ') || 'none';
  return cannotBeQueried(`the file must be in a folder of SIBYL_CONNECTION_FOLDERS, which lists ${where}`, 'path');
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
