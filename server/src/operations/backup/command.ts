import { parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import { command, startCommand } from '../../release.ts';
import { namingFullDisks } from '../../unusable-folder.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { ArchiveError } from './tar.ts';

export const backupUsage = `Backup of a service, running or not, and its way back into an empty folder (SIBYL_DATA_DIR names it):
  ${command} backup FILE [--with-master-key]
  ${command} restore FILE [--master-key-file PATH | --forget-secrets]`;

export async function runBackupCommand(words: string[], config: Config) {
  requireDirectory(config);
  const { file, values } = readWords(words, { 'with-master-key': { type: 'boolean' } });
  const withMasterKey = values['with-master-key'] === true;
  // A copy of the records lies in the folder until it is in the archive.
  const places = [file, `SIBYL_DATA_DIR=${config.dataDirectory}`];
  const count = await namingFullDisks(places, backUp(config, file, { withMasterKey }));
  const apart = withMasterKey ? '' : ' The master key is not in it: keep that apart.';
  return { text: `${file} holds ${count} files.${apart}`, value: { file, files: count, master_key: withMasterKey } };
}

export async function runRestoreCommand(words: string[], config: Config) {
  requireDirectory(config);
  const { file, values } = readWords(words, {
    'master-key-file': { type: 'string' },
    'forget-secrets': { type: 'boolean' },
  });
  const masterKeyFile = values['master-key-file'];
  const forgetSecrets = values['forget-secrets'] === true;
  const options = { masterKeyFile: typeof masterKeyFile === 'string' ? masterKeyFile : undefined, forgetSecrets };
  await namingFullDisks([`SIBYL_DATA_DIR=${config.dataDirectory}`], restore(config, file, options));
  const text = `${config.dataDirectory} holds what was backed up; ${startCommand} serves it.`;
  return { text, value: { file, data_directory: config.dataDirectory } };
}

function requireDirectory({ databaseUrl, blobsUrl }: Config): void {
  if (databaseUrl === '' && blobsUrl === '') return;
  const setting = databaseUrl === '' ? 'SIBYL_BLOBS_URL' : 'SIBYL_DATABASE_URL';
  throw new ArchiveError(
    `${setting} is set: this command is for a data directory. Take pg_dump and a copy of the bucket (docs/operations.md).`,
  );
}

function readWords(words: string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true });
    if (positionals.length === 1) return { file: positionals[0], values };
  } catch (error) {
    throw new ArchiveError(`${error instanceof Error ? error.message : error}\n${backupUsage}`);
  }
  throw new ArchiveError(`Name one file.\n${backupUsage}`);
}
