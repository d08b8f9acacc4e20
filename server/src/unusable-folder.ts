import { ConfigError } from './config.ts';
import { isStorageFull } from './errors.ts';

/** Of SQLite: https://www.sqlite.org/rescode.html */
const [readOnly, cannotOpen] = [8, 14];
const codesOfRights = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/** Returns a sentence with the setting for a data folder that is full or closed to this user; undefined for other errors. */
export function explainFolder(error: Error, folder: string): string | undefined {
  if (isStorageFull(error)) return sayFull([`SIBYL_DATA_DIR=${folder}`]);
  const { code, errcode, syscall } = error as Error & { code?: unknown; errcode?: unknown; syscall?: unknown };
  const isClosed = codesOfRights.includes(String(code)) && syscall !== 'listen';
  if (!isClosed && errcode !== readOnly && errcode !== cannotOpen) return undefined;
  return `SIBYL_DATA_DIR=${folder} cannot be used: ${error.message}; all in it must belong to the user who runs Sibyl.`;
}

/**
 * Returns the result of a command that writes to `places`.
 * @throws ConfigError naming them when there is no space left
 */
export async function namingFullDisks<Output>(places: readonly string[], work: Promise<Output>): Promise<Output> {
  try {
    return await work;
  } catch (error) {
    if (isStorageFull(error)) throw new ConfigError(sayFull(places), { cause: error });
    throw error;
  }
}

function sayFull(places: readonly string[]): string {
  return `No space is left on the disk of ${places.join(', or that of ')}: free some, or name another place.`;
}
