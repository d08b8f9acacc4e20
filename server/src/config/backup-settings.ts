import { isAbsolute } from 'node:path';
import { integer, type Read, type Setting } from './readers.ts';

const backupTo: Setting<Read<string>> = {
  variable: 'SIBYL_BACKUP_TO',
  fallback: '',
  meaning:
    'Folder, or `s3://bucket/prefix`, that scheduled backups are written to; when unset, there are none. For S3 the standard variables of AWS hold: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL_S3`.',
  read: (raw) =>
    raw === '' || isAbsolute(raw) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w./-]*)?$/.test(raw)
      ? { value: raw.replace(/\/+$/, '') }
      : 'must be an absolute path, such as /var/backups/sibyl, or s3://bucket/prefix',
};

/** Scheduled backups. */
export const backupSettings = {
  backupTo,
  backupHours: integer('SIBYL_BACKUP_HOURS', 24, 'Hours from one scheduled backup to the next.', [1, 8784]),
  backupKeep: integer(
    'SIBYL_BACKUP_KEEP',
    7,
    'Number of scheduled backups that are kept; older ones are deleted.',
    [1, 10_000],
  ),
};
