import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { nameOfWork, removeAbandoned } from './abandoned.ts';
import type { Manifest } from './manifest.ts';
import { manifestName } from './manifest.ts';
import { ArchiveError, blockBytes, encodeHeader, paddingOf } from './tar.ts';

/** Writes an archive to a temporary file, and renames it once it is complete and synced. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #files: Manifest['files'] = {};

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** @throws ArchiveError when the file exists */
  static async create(path: string): Promise<ArchiveWriter> {
    if (existsSync(path)) throw taken(path);
    await removeAbandoned(dirname(path), basename(path));
    return new ArchiveWriter(path, await open(nameOfWork(path), 'wx', 0o600));
  }

  async add(name: string, file: string): Promise<void> {
    const { size } = await stat(file);
    const hash = createHash('sha256');
    await this.#handle.writeFile(encodeHeader({ name, byteSize: size }));
    let written = 0;
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk);
      written += chunk.length;
      await this.#handle.writeFile(chunk);
    }
    if (written !== size) throw new Error(`${file} changed while it was read`);
    await this.#handle.writeFile(Buffer.alloc(paddingOf(size)));
    this.#files[name] = { bytes: size, sha256: hash.digest('hex') };
  }

  /** Writes the manifest last, so that a truncated archive has none. */
  async finish(facts: Omit<Manifest, 'files'>): Promise<void> {
    const list = Buffer.from(JSON.stringify({ ...facts, files: this.#files }, null, 1));
    await this.#handle.writeFile(encodeHeader({ name: manifestName, byteSize: list.length }));
    await this.#handle.writeFile(Buffer.concat([list, Buffer.alloc(paddingOf(list.length) + 2 * blockBytes)]));
    await this.#handle.sync();
    await this.#handle.close();
    await this.#takePlace();
  }

  /** Moves the archive into place. A hard link never overwrites; without links the name is checked first. */
  async #takePlace(): Promise<void> {
    const done = nameOfWork(this.#path);
    try {
      await link(done, this.#path);
      await rm(done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(this.#path)) throw taken(this.#path);
      await rename(done, this.#path);
    }
  }

  /** Deletes the temporary file. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(nameOfWork(this.#path), { force: true });
  }
}

function taken(path: string): ArchiveError {
  return new ArchiveError(`EEXIST: there is a file ${path} already; name another.`);
}
