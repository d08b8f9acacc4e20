import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../platform/blobs/store.ts';
import { MigrationError } from './copy-records.ts';
import { digestOf } from './digest.ts';

const filesAtOnce = 4;
const printEvery = 100;

/**
 * Copies files into a store and reads each back. A file that an interrupted migration has left there whole is not sent
 * again. Returns the bytes of all files.
 */
export async function copyFiles(
  folder: string,
  keys: readonly string[],
  blobs: BlobStore,
  print: (line: string) => void,
): Promise<number> {
  const present = new Map((await blobs.list('')).map(({ key, byteSize }) => [key, byteSize]));
  const left = keys.values();
  let [bytes, done] = [0, 0];
  const copySome = async () => {
    for (const key of left) {
      bytes += await copyFile(join(folder, key), key, blobs, present.get(key));
      done += 1;
      if (done % printEvery === 0) print(`${done} of ${keys.length} files, ${Math.round(bytes / 1e6)} MB`);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, copySome));
  return bytes;
}

/** Returns the size of the file; `present` is that of the file in the store, if any. */
async function copyFile(path: string, key: string, blobs: BlobStore, present: number | undefined): Promise<number> {
  const { size } = await stat(path);
  const digest = await digestOf(createReadStream(path));
  if (present === size && (await digestOf(await blobs.stream(key))) === digest) return size;
  await blobs.put(key, createReadStream(path));
  if ((await digestOf(await blobs.stream(key))) === digest) return size;
  throw new MigrationError(`The file ${key} reads differently from SIBYL_BLOBS_URL than it was sent.`);
}
