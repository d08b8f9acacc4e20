import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import type { Manifest } from './manifest.ts';
import { manifestName } from './manifest.ts';
import { blockBytes, encodeHeader, paddingOf } from './tar.ts';

/** Writes an archive beside its place and moves it there when it is whole and on disk. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #files: Manifest['files'] = {};

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** @throws when there is a file of that name, or of one half written */
  static async create(path: string): Promise<ArchiveWriter> {
    await (await open(path, 'wx', 0o600)).close();
    try {
      return new ArchiveWriter(path, await open(partial(path), 'wx', 0o600));
    } catch (error) {
      await rm(path);
      throw error;
    }
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

  /** The list of files comes last: an archive that was cut has none. */
  async finish(facts: Omit<Manifest, 'files'>): Promise<void> {
    const list = Buffer.from(JSON.stringify({ ...facts, files: this.#files }, null, 1));
    await this.#handle.writeFile(encodeHeader({ name: manifestName, byteSize: list.length }));
    await this.#handle.writeFile(Buffer.concat([list, Buffer.alloc(paddingOf(list.length) + 2 * blockBytes)]));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partial(this.#path), this.#path);
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await Promise.all([this.#path, partial(this.#path)].map((path) => rm(path, { force: true })));
  }
}

function partial(path: string): string {
  return `${path}.partial`;
}
