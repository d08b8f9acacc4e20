import type { Config } from '../../config.ts';
import { migrate } from './migrate.ts';

/** Moves the data directory `from` and prints what every node needs. */
export async function runMigrateCommand(
  from: string,
  config: Config,
  print: (text: string, value: unknown) => void,
): Promise<void> {
  const { records, files, bytes } = await migrate(config, from, console.error);
  const key = config.masterKey === '' ? `\nEvery node needs ${from}/master.key in its data directory.` : '';
  const moved = `${records} records and ${files} files (${Math.round(bytes / 1e6)} MB) of ${from} are there now.`;
  print(moved + key, { records, files, bytes });
}
