import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Files that a service creates in its data directory, except the master key, which is checked elsewhere. */
const ownFiles = /^(?:sibyl\.db|lock\.db|owner\.json|operator\.token|begun-calls\.ndjson$|reserve$|blobs$|tmp$)/;
const others = 0o077;

/**
 * Opens the data directory, created if missing, with owner-only access, also for everything that this process and its
 * children write later. Files that an earlier version left readable are restricted. Returns paths that could not be
 * restricted because another user owns them.
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
  // When the directory was already restricted, nobody else can have reached its content.
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
