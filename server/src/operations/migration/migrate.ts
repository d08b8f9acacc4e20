import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { openBlobs } from '../../platform/blobs/open.ts';
import type { BlobStore } from '../../platform/blobs/store.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Database } from '../../platform/db/schema.ts';
import { joinInstallation } from '../../platform/nodes/installation.ts';
import { readMasterKey } from '../../platform/secrets/master-key.ts';
import { copyRecords, MigrationError } from './copy-records.ts';

interface Migrated {
  records: number;
  files: number;
  bytes: number;
}

/**
 * Copies a data directory to the database and bucket of the settings: files first, records last in one transaction, so
 * that an interrupted migration can be repeated. The directory is only read: a service may keep using it, but what it
 * writes meanwhile is not copied.
 */
export async function migrate(config: Config, from: string, print: (line: string) => void): Promise<Migrated> {
  const directory = resolve(from);
  const path = join(directory, 'sibyl.db');
  if (!existsSync(path)) throw new MigrationError(`${directory} contains no data of a service.`);
  if (config.databaseUrl === '' || config.blobsUrl === '')
    throw new MigrationError('Set SIBYL_DATABASE_URL and SIBYL_BLOBS_URL to the target of the migration.');
  await using opened = new AsyncDisposableStack();
  const target = await openDatabase({ kind: 'postgres', url: config.databaseUrl });
  opened.defer(() => target.destroy());
  const source = new DatabaseSync(path, { readOnly: true, timeout: 30_000 });
  opened.defer(() => source.close());
  source.exec('begin'); // everything is read in one snapshot
  await requireSameVersion(source, target);
  const blobs = await openBlobs(config, resolve(config.dataDirectory), opened);
  const { files, bytes } = await copyFiles(source, join(directory, 'blobs'), blobs, print);
  const counts = await copyRecords(source, target);
  await joinInstallation({ database: target, blobs, masterKey: readMasterKey(directory, config.masterKey) });
  return { records: [...counts.values()].reduce((sum, count) => sum + count, 0), files, bytes };
}

async function requireSameVersion(source: DatabaseSync, target: Database): Promise<void> {
  const last = 'select name from kysely_migration order by name desc limit 1';
  const { rows } = await sql<{ name: string }>`${sql.raw(last)}`.execute(target);
  if (source.prepare(last).get()?.name === rows[0]?.name) return;
  throw new MigrationError(
    'The data directory was written by another version: start and stop this version on it before.',
  );
}

async function copyFiles(source: DatabaseSync, folder: string, blobs: BlobStore, print: (line: string) => void) {
  const keys = source
    .prepare(
      `select blob_key as key from table_parts union select blob_key from model_versions where blob_key is not null
       union select snapshot_key from model_versions where snapshot_key is not null`,
    )
    .all()
    .map(({ key }) => String(key));
  let bytes = 0;
  for (const [index, key] of keys.entries()) {
    bytes += await blobs.put(key, createReadStream(join(folder, key)));
    if ((index + 1) % 100 === 0) print(`${index + 1} of ${keys.length} files, ${Math.round(bytes / 1e6)} MB`);
  }
  return { files: keys.length, bytes };
}
