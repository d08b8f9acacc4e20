import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { openBlobs } from '../../platform/blobs/open.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Database } from '../../platform/db/schema.ts';
import { settleFact } from '../../platform/nodes/facts.ts';
import { masterKeyFact } from '../../platform/nodes/held-master-key.ts';
import { claimFiles } from '../../platform/nodes/installation.ts';
import { decodeMasterKey, readMasterKey } from '../../platform/secrets/master-key.ts';
import { fingerprintOf } from '../../platform/secrets/master-key-fingerprint.ts';
import { nameOfWork, removeAbandoned } from '../backup/abandoned.ts';
import { databaseName, masterKeyName } from '../backup/manifest.ts';
import { stageSnapshot } from '../backup/snapshot.ts';
import { copyFiles } from './copy-files.ts';
import { copyRecords, MigrationError, requireEmpty } from './copy-records.ts';
import { readMove } from './moved.ts';

const stageName = 'migration';

interface Migrated {
  records: number;
  files: number;
  bytes: number;
  /** Whether the directory was changed after the copy was begun; such changes are not in the target. */
  changed_meanwhile: boolean;
  /** Whether an earlier migration had moved all of it, and this one did nothing. */
  moved_before: boolean;
}

/**
 * Moves a snapshot of a data directory to the database and the store of the settings, and reads everything back: files
 * first, records last in one transaction. So an interrupted migration leaves no records, and can be repeated. A service
 * may keep using the directory, but what it changes meanwhile is not moved.
 */
export async function migrate(config: Config, from: string, print: (line: string) => void): Promise<Migrated> {
  const directory = resolve(from);
  if (!existsSync(join(directory, databaseName)))
    throw new MigrationError(`${directory} contains no data of a service.`);
  if (config.databaseUrl === '' || config.blobsUrl === '')
    throw new MigrationError('Set SIBYL_DATABASE_URL and SIBYL_BLOBS_URL to the target of the migration.');
  if (isWithin(directory, config.blobsUrl))
    throw new MigrationError(
      `SIBYL_BLOBS_URL lies in ${directory}, whose service deletes files that it does not know.`,
    );
  const masterKey = keyOf(directory, config);
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase({ kind: 'postgres', url: config.databaseUrl });
  opened.defer(() => database.destroy());
  const before = await findMove(database, directory);
  if (before) return before;
  await requireEmpty(database);
  await removeAbandoned(join(directory, 'tmp'), stageName);
  const stage = join(directory, 'tmp', nameOfWork(stageName));
  opened.defer(() => rm(stage, { recursive: true, force: true }));
  const keys = await stageSnapshot(directory, stage);
  const blobs = await openBlobs(config, resolve(config.dataDirectory), opened);
  await claimMasterKey(database, masterKey);
  await claimFiles({ database, blobs });
  using source = new DatabaseSync(join(stage, databaseName), { readOnly: true });
  const bytes = await copyFiles(join(stage, 'blobs'), keys, blobs, print);
  const move = { from: markOf(source), files: keys.length, bytes };
  try {
    const records = await copyRecords(source, database, move, print);
    return {
      records,
      files: keys.length,
      bytes,
      changed_meanwhile: markOfDirectory(directory) !== move.from,
      moved_before: false,
    };
  } catch (error) {
    const other = await findMove(database, directory); // by one that ran beside this
    if (other) return other;
    throw error;
  }
}

/** Returns what an earlier migration has moved, if it ended, also if it was killed before it could say so. */
async function findMove(database: Database, directory: string): Promise<Migrated | undefined> {
  const move = await readMove(database);
  if (move === undefined || move.from !== markOfDirectory(directory)) return undefined;
  const { records, files, bytes } = move;
  return { records, files, bytes, changed_meanwhile: false, moved_before: true };
}

function isWithin(directory: string, blobsUrl: string): boolean {
  return blobsUrl.startsWith('file:') && `${resolve(fileURLToPath(blobsUrl))}${sep}`.startsWith(directory + sep);
}

/** @throws MigrationError when nodes on the database have another master key */
async function claimMasterKey(database: Database, masterKey: Buffer): Promise<void> {
  const settled = await settleFact(database, masterKeyFact, fingerprintOf(masterKey));
  if (settled === fingerprintOf(masterKey)) return;
  throw new MigrationError('The master key of the folder differs from that of the nodes on SIBYL_DATABASE_URL.');
}

/** Another key than that of the directory would make its keys and secrets useless. */
function keyOf(directory: string, { masterKey: given }: Config): Buffer {
  const isHere = existsSync(join(directory, masterKeyName));
  if (!isHere && given === '')
    throw new MigrationError(
      `${directory} has no ${masterKeyName}: set SIBYL_MASTER_KEY to the key that it was used with.`,
    );
  if (!isHere) return readMasterKey(directory, given);
  const own = readMasterKey(directory, '');
  if (given !== '' && !own.equals(decodeMasterKey(given)))
    throw new MigrationError(
      `SIBYL_MASTER_KEY differs from ${join(directory, masterKeyName)}: unset it, or remove the file if it was never used.`,
    );
  return own;
}

function markOfDirectory(directory: string): string {
  using database = new DatabaseSync(join(directory, databaseName), { readOnly: true, timeout: 30_000 });
  return markOf(database);
}

/** Names the state of a directory: each project has an ID of its own, and every change writes an event. */
function markOf(database: DatabaseSync): string {
  const hash = createHash('sha256');
  for (const row of database.prepare('select id from projects order by id').iterate()) hash.update(`${row.id}\n`);
  for (const row of database.prepare('select id, last_sequence from event_streams order by id').iterate())
    hash.update(`${row.id} ${row.last_sequence}\n`);
  return hash.digest('hex');
}
