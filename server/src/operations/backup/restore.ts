import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { reserveName } from '../../platform/blobs/disk-reserve.ts';
import { syncDirectory } from '../../platform/blobs/durable.ts';
import { lockForRestore, restoringName } from '../../platform/db/lock.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { decodeMasterKey, writeSecretFile } from '../../platform/secrets/master-key.ts';
import { fingerprintOf } from '../../platform/secrets/master-key-fingerprint.ts';
import { openPrivateDirectory } from '../../platform/secrets/private-directory.ts';
import { forgetSecrets } from '../master-key/forget.ts';
import { unpackArchive } from './archive-reader.ts';
import { requireSound } from './check-records.ts';
import { databaseName, type Manifest, masterKeyName } from './manifest.ts';
import { ArchiveError } from './tar.ts';

export interface RestoreOptions {
  /** Path of the master key of the service that was backed up. */
  masterKeyFile?: string;
  /** Restores without that master key: API keys are dropped, and sealed secrets must be entered again. */
  forgetSecrets: boolean;
}

/** A start makes these before it refuses to go on. */
const empty = new Set(['lock.db', 'owner.json', 'owner.json.new', reserveName]);
/** What a restore moves into the directory. */
const restored = [databaseName, `${databaseName}-wal`, `${databaseName}-shm`, masterKeyName, 'blobs'];

/**
 * Restores an archive into an empty data directory, or one that an interrupted restore has left. On failure the
 * directory stays empty.
 */
export async function restore(config: Config, path: string, options: RestoreOptions): Promise<void> {
  const directory = resolve(config.dataDirectory);
  const isNew = !existsSync(directory);
  openPrivateDirectory(directory);
  const lock = lockForRestore(directory);
  const stage = join(directory, restoringName);
  let isOurs = false;
  try {
    await requireEmpty(directory);
    isOurs = true;
    await clear(directory);
    await mkdir(stage);
    const manifest = await unpackArchive(path, stage);
    await settleMasterKey(config, stage, manifest, options);
    await requireSound(join(stage, databaseName));
    if (options.forgetSecrets) await forgetKeys(join(stage, databaseName));
    await moveIn(stage, directory);
  } catch (error) {
    if (isOurs) await clear(directory);
    lock.release();
    if (isNew) await rm(directory, { recursive: true, force: true });
    else await rm(join(directory, 'lock.db'), { force: true });
    throw error;
  }
  lock.release();
}

async function requireEmpty(directory: string): Promise<void> {
  // Whatever uses a directory removes the folder first, so beside it lies nothing but what a restore has moved.
  const ours = existsSync(join(directory, restoringName)) ? [restoringName, ...restored] : [];
  const present = (await readdir(directory)).filter(
    (name) => !empty.has(name) && !name.startsWith('lock.db-') && !ours.includes(name),
  );
  if (present.length > 0)
    throw new ArchiveError(`${directory} is not empty (${present.slice(0, 3).join(', ')}); restore into a new folder.`);
}

/** Deletes what a restore has left; the folder last, so that what an interrupted deletion leaves is known as such. */
async function clear(directory: string): Promise<void> {
  for (const name of [...restored, restoringName]) await rm(join(directory, name), { recursive: true, force: true });
}

/** Installs the master key that opens the sealed secrets, or drops those secrets when told to. */
async function settleMasterKey(
  { masterKey }: Config,
  stage: string,
  manifest: Manifest,
  { masterKeyFile, forgetSecrets }: RestoreOptions,
): Promise<void> {
  const packed = join(stage, masterKeyName);
  if (forgetSecrets) return rm(packed, { force: true });
  const text = masterKeyFile ?? (existsSync(packed) ? packed : undefined);
  const key =
    masterKey === '' && text !== undefined
      ? Buffer.from(readFileSync(text, 'utf8').trim(), 'hex')
      : decodeMasterKey(masterKey);
  if (fingerprintOf(key) !== manifest.master_key) throw wrongMasterKey(masterKey !== '' || text !== undefined);
  if (masterKey === '') writeSecretFile(packed, key.toString('hex'));
}

function wrongMasterKey(isGiven: boolean): ArchiveError {
  const what = isGiven
    ? 'The archive was made under another master key than the one given.'
    : 'The archive does not hold the master key that it was made under.';
  return new ArchiveError(
    `${what} Give that with --master-key-file or SIBYL_MASTER_KEY; or go on without it by --forget-secrets: ` +
      'no API key is taken over then, and keys of providers, passwords and secrets of webhooks must be given again.',
  );
}

async function forgetKeys(path: string): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', path });
  try {
    await forgetSecrets(database);
  } finally {
    await database.destroy();
  }
}

/** Moves the database last: only then is the directory usable by a service. */
async function moveIn(stage: string, directory: string): Promise<void> {
  const names = (await readdir(stage)).filter((name) => name !== databaseName);
  for (const name of [...names, databaseName]) await rename(join(stage, name), join(directory, name));
  await syncDirectory(directory);
  await rm(stage, { recursive: true });
}
