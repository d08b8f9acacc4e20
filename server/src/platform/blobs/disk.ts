import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, link, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { makeDirectory, moveFile } from './durable.ts';
import { assertKey, type BlobStore, type StoredBlob } from './store.ts';

/** Files are written here first. No key begins with a dot, so no key can reach this folder. */
const incoming = '.incoming';
const abandonedMs = 24 * 3_600_000;

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Stores blobs as files in one directory. */
class DiskBlobStore implements BlobStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<number> {
    const target = this.#locate(key);
    const temporary = join(this.#directory, incoming, randomUUID());
    try {
      const byteSize = await writeNew(temporary, content instanceof Uint8Array ? [content] : content);
      await moveFile(temporary, target);
      return byteSize;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async adopt(key: string, file: string): Promise<void> {
    try {
      await moveFile(file, this.#locate(key));
    } catch (error) {
      if (!isCode(error, 'EXDEV')) throw error;
      await this.put(key, createReadStream(file)); // a rename fails across file systems
      await rm(file);
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const temporary = join(this.#directory, incoming, randomUUID());
    try {
      await linkOrCopy(this.#locate(from), temporary);
      const now = new Date();
      await utimes(temporary, now, now); // a link keeps the file's time, and old files without a row are swept
      await moveFile(temporary, this.#locate(to));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async read(key: string): Promise<Uint8Array> {
    return readFile(this.#locate(key));
  }

  async stream(key: string): Promise<Readable> {
    return (await open(this.#locate(key))).createReadStream();
  }

  async path(key: string): Promise<string> {
    const path = this.#locate(key);
    await access(path);
    return path;
  }

  async delete(key: string): Promise<void> {
    await rm(this.#locate(key), { force: true });
  }

  async share(key: string, access: 'read' | 'write'): Promise<string> {
    const path = this.#locate(key);
    if (access === 'write') await makeDirectory(dirname(path));
    return pathToFileURL(path).href;
  }

  async list(prefix: string): Promise<StoredBlob[]> {
    // Only the folder of the prefix, because a job asks for its own files each second.
    const folder = join(this.#directory, prefix.slice(0, prefix.lastIndexOf('/') + 1));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
    const keys = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((key) => key.startsWith(prefix) && !key.startsWith(incoming));
    const blobs = await Promise.all(keys.map((key) => this.#describe(key)));
    return blobs.filter((blob) => blob !== undefined);
  }

  async #describe(key: string): Promise<StoredBlob | undefined> {
    try {
      const { size, mtime } = await stat(this.#locate(key));
      return { key, byteSize: size, modified: mtime };
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined; // deleted after the listing
      throw error;
    }
  }

  #locate(key: string): string {
    assertKey(key);
    return join(this.#directory, key);
  }
}

function noneIfMissing(error: unknown): [] {
  if (isCode(error, 'ENOENT')) return [];
  throw error;
}

/** Links the file where possible: blobs are immutable, so a second name is as good as a copy and takes no space. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isCode(error, 'ENOENT')) throw error;
    await copyFile(from, to); // the file system has no links, or the link limit is reached
  }
}

/** Returns the number of bytes written. */
async function writeNew(path: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
  await using handle = await open(path, 'wx');
  let byteSize = 0;
  for await (const chunk of chunks) {
    await handle.writeFile(chunk);
    byteSize += chunk.length;
  }
  return byteSize;
}

/**
 * Opens the directory, creates it if missing, and deletes partial files that a crash left.
 * @param isShared whether other nodes may be writing: then only files older than a day count as left by a crash
 */
export async function openDiskBlobs(directory: string, { isShared = false } = {}): Promise<BlobStore> {
  if (!isShared) await rm(join(directory, incoming), { recursive: true, force: true });
  await makeDirectory(join(directory, incoming));
  if (isShared) await dropAbandoned(join(directory, incoming), Date.now() - abandonedMs);
  return new DiskBlobStore(directory);
}

async function dropAbandoned(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: before }));
    if (mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}
