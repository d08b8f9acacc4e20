import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDirectory } from '../platform/db/lock.ts';
import { openDatabase } from '../platform/db/open.ts';
import { recordsOf } from '../platform/db/settings.ts';
import { openPrivateDirectory } from '../platform/secrets/private-directory.ts';

/** Opens the database, which runs the missing migrations. */
export async function migrate(config: Config) {
  const directory = resolve(config.dataDirectory);
  openPrivateDirectory(directory);
  const records = recordsOf(config, directory);
  const lock = lockDirectory(directory);
  try {
    await (await openDatabase(records)).destroy();
  } finally {
    lock.release();
  }
  const where = records.kind === 'sqlite' ? directory : 'PostgreSQL';
  return { text: `The records in ${where} are up to date.`, value: { records: where, up_to_date: true } };
}
