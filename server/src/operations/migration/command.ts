import type { Config } from '../../config.ts';
import { migrate } from './migrate.ts';

/** Moves the data directory `from` and says what every node needs. */
export async function runMigrateCommand(from: string, config: Config) {
  const moved = await migrate(config, from, console.error);
  const megabytes = Math.round(moved.bytes / 1e6);
  const key = config.masterKey === '' ? `\nEvery node needs ${from}/master.key in its data directory.` : '';
  const text = `${moved.records} records and ${moved.files} files (${megabytes} MB) of ${from} are there now.${key}`;
  return { text, value: moved };
}
