import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { isDamage } from '../../platform/db/sqlite/intact.ts';
import { readMasterKey } from '../../platform/secrets/master-key.ts';
import { fingerprintOf } from '../../platform/secrets/master-key-fingerprint.ts';
import { modelFiles } from '../../resources/models/sweep.ts';
import { tableFiles } from '../../resources/tables/sweep.ts';
import { nameOfWork, removeAbandoned } from './abandoned.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { databaseName, masterKeyName } from './manifest.ts';
import { ArchiveError } from './tar.ts';

const maxAttempts = 20;
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

/**
 * Copies the database and links its files. Files are immutable but may be deleted in between; then the database is
 * copied again.
 */
async function stageSnapshot(directory: string, stage: string): Promise<string[]> {
  await mkdir(stage, { recursive: true });
  for (let tries = 0; tries < maxAttempts; tries++) {
    const snapshot = join(stage, databaseName);
    await rm(snapshot, { force: true });
    copyRecords(join(directory, databaseName), snapshot);
    const keys = await filesOf(snapshot);
    const linked = await Promise.all(
      keys.map((key) => linkFile(join(directory, 'blobs', key), join(stage, 'blobs', key))),
    );
    if (linked.every(Boolean)) return keys;
  }
  throw new ArchiveError('Files were deleted while they were being copied; try again when the service is less busy.');
}

/** Copies within one read transaction: writers continue, and the copy is consistent. */
function copyRecords(from: string, to: string): void {
  const database = new DatabaseSync(from, { timeout: 30_000 });
  try {
    database.prepare('vacuum into ?').run(to);
  } catch (error) {
    throw isDamage(error) ? new ArchiveError(`The records in ${from} are damaged; nothing was backed up.`) : error;
  } finally {
    database.close();
  }
}

async function filesOf(snapshot: string): Promise<string[]> {
  const database = await openDatabase({ kind: 'sqlite', path: snapshot });
  try {
    return [...(await tableFiles(database)), ...(await modelFiles(database))];
  } finally {
    await database.destroy();
  }
}

/** Returns false when the file does not exist. */
async function linkFile(from: string, to: string): Promise<boolean> {
  if (existsSync(to)) return true;
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to).catch((error) => {
      if (error.code === 'ENOENT') throw error;
      return copyFile(from, to); // the file system has no hard links
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
