import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { readMasterKey } from '../../platform/secrets/master-key.ts';
import { fingerprintOf } from '../../platform/secrets/master-key-fingerprint.ts';
import { nameOfWork, removeAbandoned } from './abandoned.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { databaseName, masterKeyName } from './manifest.ts';
import { stageSnapshot } from './snapshot.ts';
import { ArchiveError } from './tar.ts';

const stageName = 'backup';

interface BackupOptions {
  /** Adds `master.key` to the archive, with which anyone can read every secret in it. */
  withMasterKey: boolean;
}

/**
 * Writes one archive of a data directory, also while a service uses it: a consistent snapshot of the database and all
 * files that it refers to. Returns the number of files.
 */
export async function backUp(config: Config, path: string, { withMasterKey }: BackupOptions): Promise<number> {
  const directory = resolve(config.dataDirectory);
  if (!existsSync(join(directory, databaseName))) throw new ArchiveError(`${directory} contains no data of a service.`);
  const keyFile = join(directory, masterKeyName);
  if (withMasterKey && !existsSync(keyFile))
    throw new ArchiveError(
      'There is no file master.key, because the key is in SIBYL_MASTER_KEY. Store that key separately.',
    );
  const masterKey = readMasterKey(directory, config.masterKey);
  await removeAbandoned(join(directory, 'tmp'), stageName);
  const stage = join(directory, 'tmp', nameOfWork(stageName));
  const archive = await ArchiveWriter.create(path);
  try {
    const blobs = await stageSnapshot(directory, stage);
    await archive.add(databaseName, join(stage, databaseName));
    if (withMasterKey) await archive.add(masterKeyName, keyFile);
    for (const key of blobs) await archive.add(`blobs/${key}`, join(stage, 'blobs', key));
    const created_at = new Date().toISOString();
    await archive.finish({ format: 'sibyl backup 1', created_at, master_key: fingerprintOf(masterKey) });
    return blobs.length + 1;
  } catch (error) {
    await archive.discard();
    throw error;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
