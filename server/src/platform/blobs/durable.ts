/** File operations that resolve only once the data is on disk, not merely in the cache. */
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  await using handle = await open(path, flags);
  await handle.sync();
}

/** Creates a directory and its missing parents. */
export async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return;
  for (let made = directory; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made), 'r');
}

/** Renames a closed file. Both paths must be on one file system. */
export async function moveFile(from: string, to: string): Promise<void> {
  await syncPath(from, 'r+');
  await makeDirectory(dirname(to));
  await rename(from, to);
  await syncPath(dirname(to), 'r');
}

/** Syncs renames into or out of a directory. */
export function syncDirectory(directory: string): Promise<void> {
  return syncPath(directory, 'r');
}
