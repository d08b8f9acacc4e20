import { existsSync, readdirSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Files up to this size are checked page by page within about a second; of larger ones only the structure is read. */
const mostBytesChecked = 512 * 1024 * 1024;

/** The database cannot be read, wholly or in part. The message is for the operator. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';
}

/** Returns whether SQLite reports a damaged file (SQLITE_CORRUPT) or no database (SQLITE_NOTADB). */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && [11, 26].includes(errcode & 0xff);
}

/** Returns that the file is lost while files of its records are there: a service would begin anew and delete these. */
export function findLoss(path: string, files: string): string | undefined {
  if ([path, `${path}-wal`].some((one) => existsSync(one) && statSync(one).size > 0) || !existsSync(files))
    return undefined;
  const kept = readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  return kept === 0 ? undefined : `it is ${existsSync(path) ? 'empty' : 'missing'}, but ${files} has ${kept} files`;
}

/** Returns what is wrong with the file; undefined for an intact or missing file. */
export function findDamage(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    using database = new DatabaseSync(path, { timeout: 5000 });
    const check = statSync(path).size <= mostBytesChecked ? 'quick_check(1)' : 'schema_version';
    const [row] = database.prepare(`pragma ${check}`).all();
    return row === undefined || row.quick_check === undefined || row.quick_check === 'ok'
      ? undefined
      : String(row.quick_check).split('\n').at(-1);
  } catch (error) {
    if (isDamage(error)) return (error as Error).message;
    throw error;
  }
}
