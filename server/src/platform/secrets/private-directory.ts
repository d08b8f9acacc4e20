import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** What a service makes in its data directory, but for the master key: one that others could read is to be told of. */
const ownFiles = /^(?:sibyl\.db|lock\.db|owner\.json|operator\.token|blobs$|tmp$)/;
const others = 0o077;

/**
 * Makes the data directory, or takes it as it is, for its owner alone, and so whatever this process and its children
 * write from now on. What an earlier version left open to others is closed.
 * @returns what could not be closed: it is another user's
 */
export function openPrivateDirectory(directory: string): string[] {
  if (process.platform === 'win32') {
    mkdirSync(directory, { recursive: true });
    return [];
  }
  if (isMainThread) process.umask(others);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const wasOpen = isOpen(directory);
  const failed = close(directory, 0o700);
  const own = readdirSync(directory).filter((name) => ownFiles.test(name));
  // In a directory that was closed nobody else can have come to what is deeper.
  return [...failed, ...own.flatMap((name) => closeTree(join(directory, name), wasOpen))];
}

function closeTree(path: string, isDeep: boolean): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || entry.isSymbolicLink()) return [];
  if (!entry.isDirectory()) return close(path, 0o600);
  const inside = isDeep ? readdirSync(path) : [];
  return [...close(path, 0o700), ...inside.flatMap((name) => closeTree(join(path, name), true))];
}

function isOpen(path: string): boolean {
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & others) !== 0;
}

function close(path: string, mode: number): string[] {
  if (!isOpen(path)) return [];
  try {
    chmodSync(path, mode);
    return [];
  } catch {
    return [path];
  }
}
