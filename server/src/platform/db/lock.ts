import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What the holder of a data directory says of itself. */
interface Owner {
  pid: number;
  host: string;
  since: string;
  address?: string;
}

export interface DirectoryLock {
  /** Adds where the holder listens to what others are told. */
  announce(address: string): void;
  release(): void;
}

/** Another process holds the data directory; the message says which. */
export class DirectoryHeldError extends Error {
  /** Where the holder listens, once it does. */
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
    return undefined; // the holder has not written it yet
  }
}

function writeOwner(noteFile: string, owner: Owner): void {
  writeFileSync(`${noteFile}.new`, `${JSON.stringify(owner, null, 2)}\n`);
  renameSync(`${noteFile}.new`, noteFile);
}

/** Kept here because a connection that is collected is closed, and its lock gone with it. */
const held = new Set<DatabaseSync>();

/**
 * Holds a directory for this process until `release` or the process's end, however it ends: the operating system frees
 * the lock, so that none is ever left behind.
 * @throws DirectoryHeldError
 */
export function lockDirectory(directory: string): DirectoryLock {
  const noteFile = join(directory, 'owner.json');
  const database = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === 5)) throw error; // 5: SQLITE_BUSY
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
