import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDirectory } from '../platform/db/lock.ts';
import { openDatabase } from '../platform/db/open.ts';
import { openPrivateDirectory } from '../platform/secrets/private-directory.ts';

/** Opening the records runs the migrations that they lack. */
export async function migrate(config: Config, print: (line: string) => void): Promise<void> {
  const directory = resolve(config.dataDirectory);
  openPrivateDirectory(directory);
  const lock = lockDirectory(directory);
  try {
    const database = await openDatabase({ kind: 'sqlite', path: join(directory, 'sibyl.db') });
    await database.destroy();
  } finally {
    lock.release();
  }
  print(`The records in ${directory} are up to date.`);
}
