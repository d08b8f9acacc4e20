import type { Config } from '../../config.ts';
import { namingFullDisks } from '../../unusable-folder.ts';
import { migrate } from './migrate.ts';

/** Moves a data directory, `sqlite` for that of the settings, and says what every node needs. */
export async function runMigrateCommand(from: string, config: Config) {
  const directory = from === 'sqlite' ? config.dataDirectory : from;
  const places = [`${directory} (its tmp)`, `SIBYL_DATA_DIR=${config.dataDirectory}`, 'SIBYL_BLOBS_URL'];
  const moved = await namingFullDisks(places, migrate(config, directory, console.error));
  const megabytes = Math.round(moved.bytes / 1e6);
  const what = `${moved.records} records and ${moved.files} files (${megabytes} MB) of ${directory}`;
  const lines = [
    moved.moved_before
      ? `${what} were moved there before and, by their hashes, equal; nothing was left to do.`
      : `${what} are there now and, by their hashes, equal.`,
  ];
  if (config.masterKey === '')
    lines.push(`Every node needs SIBYL_MASTER_KEY=hex: with the content of ${directory}/master.key behind it.`);
  if (moved.changed_meanwhile)
    lines.push(
      `${directory} was changed meanwhile; these changes are missing. Stop its service and move it to empty places again.`,
    );
  return { text: lines.join('\n'), value: moved };
}
