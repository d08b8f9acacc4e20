import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../platform/db/open.ts';
import { isDamage } from '../../platform/db/sqlite/intact.ts';
import { modelFiles } from '../../resources/models/sweep.ts';
import { tableFiles } from '../../resources/tables/sweep.ts';
import { databaseName } from './manifest.ts';
import { ArchiveError } from './tar.ts';

const maxAttempts = 20;

/**
 * Copies the database of a data directory into `stage` and links its files there, also while a service uses the
 * directory. Files are immutable but may be deleted in between; then the database is copied again. The copy has the
 * schema of this version. Returns the keys of the files.
 */
export async function stageSnapshot(directory: string, stage: string): Promise<string[]> {
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
    throw isDamage(error) ? new ArchiveError(`The records in ${from} are damaged; nothing was copied.`) : error;
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
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to).catch((error) => {
      if (error.code === 'EEXIST') return;
      if (error.code === 'ENOENT') throw error;
      return copyFile(from, to); // the file system has no hard links
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
