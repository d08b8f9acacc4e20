import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { command } from '../../release.ts';

/** What the process that holds a data directory writes about itself. */
interface Owner {
  pid: number;
  host: string;
  since: string;
  address?: string;
}

export interface DirectoryLock {
  /** Publishes the address that this process listens on. */
  announce(address: string): void;
  release(): void;
}

/** Another process holds the data directory; the message names it. */
export class DirectoryHeldError extends Error {
  /** The holder's address, once it listens. */
  readonly address: string | undefined;

  constructor(directory: string, owner: Owner | undefined) {
    super(`The data directory ${directory} is in use by ${describeOwner(owner)}`);
    this.name = 'DirectoryHeldError';
    this.address = owner?.address;
  }
}

function describeOwner(owner: Owner | undefined): string {
  if (!owner) return 'another process';
  const { pid, host, since, address } = owner;
  return `process ${pid} on ${host} since ${since}${address ? `, which listens on ${address}` : ''}`;
}

function readOwner(noteFile: string): Owner | undefined {
  try {
    const { pid, host, since, address } = JSON.parse(readFileSync(noteFile, 'utf8'));
    return { pid, host, since, address };
  } catch {
    return undefined; // not written yet
  }
}

/** The note is for people: a full disk, which leaves none, does not prevent the start. */
function writeOwner(noteFile: string, owner: Owner): void {
  try {
    writeFileSync(`${noteFile}.new`, `${JSON.stringify(owner, null, 2)}\n`);
    renameSync(`${noteFile}.new`, noteFile);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    rmSync(`${noteFile}.new`, { force: true });
  }
}

/** Folder of a data directory in which a restore unpacks. It exists until the records are moved out of it, last. */
export const restoringName = 'restoring';

/** A restore into the data directory was killed: without its records, a service would begin anew and delete the files. */
class UnfinishedRestoreError extends Error {
  override readonly name = 'UnfinishedRestoreError';

  constructor(directory: string) {
    super(
      `A restore into ${directory} was interrupted; repeat it: SIBYL_DATA_DIR=${directory} ${command} restore FILE`,
    );
  }
}

/** The file of the lock holds nothing, but only a person knows that no other process has it open. */
class DamagedLockError extends Error {
  override readonly name = 'DamagedLockError';

  constructor(directory: string, { message }: Error) {
    const file = join(directory, 'lock.db');
    super(`${file} is damaged (${message}). It holds no data: end any Sibyl on ${directory}, delete it, start again.`);
  }
}

/** Returns whether a restore was interrupted before the records were in place. */
function isHalfRestored(directory: string): boolean {
  return existsSync(join(directory, restoringName)) && !existsSync(join(directory, 'sibyl.db'));
}

/** Keeps connections reachable: a garbage-collected one is closed, and its lock released. */
const held = new Set<DatabaseSync>();

/**
 * Locks a directory until `release` or the end of the process. The operating system frees the lock, so a crash leaves
 * none behind.
 * @throws DirectoryHeldError
 * @throws UnfinishedRestoreError
 */
export function lockDirectory(directory: string): DirectoryLock {
  const lock = lockForRestore(directory);
  if (isHalfRestored(directory)) {
    lock.release();
    throw new UnfinishedRestoreError(directory);
  }
  rmSync(join(directory, restoringName), { recursive: true, force: true }); // of a restore killed after its last step
  return lock;
}

/** Locks a directory like `lockDirectory`, also one that an interrupted restore has left. */
export function lockForRestore(directory: string): DirectoryLock {
  const noteFile = join(directory, 'owner.json');
  const database = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    if (error.errcode === 11 || error.errcode === 26) throw new DamagedLockError(directory, error); // CORRUPT, NOTADB
    if (error.errcode !== 5) throw error; // BUSY
    throw new DirectoryHeldError(directory, readOwner(noteFile));
  }
  held.add(database);
  const owner: Owner = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  writeOwner(noteFile, owner);
  return {
    announce: (address) => writeOwner(noteFile, { ...owner, address }),
    release() {
      rmSync(noteFile, { force: true });
      held.delete(database);
      database.close();
    },
  };
}
