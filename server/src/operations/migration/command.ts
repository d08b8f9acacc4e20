import type { Config } from '../../config.ts';
import { migrate } from './migrate.ts';

/** Moves a data directory, `sqlite` for that of the settings, and says what every node needs. */
export async function runMigrateCommand(from: string, config: Config) {
  const directory = from === 'sqlite' ? config.dataDirectory : from;
  const moved = await migrate(config, directory, console.error);
  const megabytes = Math.round(moved.bytes / 1e6);
  const lines = [
    `${moved.records} records and ${moved.files} files (${megabytes} MB) of ${directory} are there now and, by their hashes, equal.`,
  ];
  if (config.masterKey === '')
    lines.push(`Every node needs SIBYL_MASTER_KEY=hex: with the content of ${directory}/master.key behind it.`);
  if (moved.changed_meanwhile)
    lines.push(
      `${directory} was changed meanwhile; these changes are missing. Stop its service and move it to empty places again.`,
    );
  return { text: lines.join('\n'), value: moved };
}
