import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A recently used file stays, because programs open a file soon after they get its path. */
const keptMs = 15 * 60_000;

interface Copy {
  byteSize: number;
  lastUse: number;
}

/** Local copies of files of a remote store; above a number of bytes the least recently used are deleted. */
export class LocalCopies {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #copies = new Map<string, Copy>();
  readonly #fetching = new Map<string, Promise<string>>();
  #bytes = 0;

  private constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** Opens a folder with the copies of an earlier process. */
  static async open(folder: string, mostBytes: number): Promise<LocalCopies> {
    await mkdir(folder, { recursive: true });
    const copies = new LocalCopies(folder, mostBytes);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (name.endsWith('.part')) await rm(path, { force: true });
      else copies.#note(name, (await stat(path)).size);
    }
    return copies;
  }

  /**
   * Returns the local file of a blob; `fetch` writes one that is missing or cut off, once for concurrent callers.
   * @param content its tag changes with the content; without a size, that of the copy when it was made counts
   */
  async find(
    key: string,
    { tag, byteSize }: { tag: string; byteSize?: number },
    fetch: (path: string) => Promise<void>,
  ): Promise<string> {
    const name = nameOf(key, tag);
    if (await this.#isWhole(name, byteSize)) return join(this.#folder, name);
    const fetching = this.#fetching.get(name) ?? this.#fetch(name, fetch);
    this.#fetching.set(name, fetching);
    return fetching.finally(() => this.#fetching.delete(name));
  }

  /** Returns the copy of a blob that was used last, whatever its content was then; undefined when there is none. */
  latest(key: string): string | undefined {
    const own = [...this.#copies].filter(([name]) => name.startsWith(`${digestOf(key)}.`));
    const [last] = own.toSorted(([, a], [, b]) => b.lastUse - a.lastUse);
    if (last === undefined) return undefined;
    last[1].lastUse = Date.now();
    return join(this.#folder, last[0]);
  }

  /** A copy may have been deleted by hand, or cut off by a failure of the machine. */
  async #isWhole(name: string, byteSize: number | undefined): Promise<boolean> {
    const copy = this.#copies.get(name);
    if (!copy) return false;
    copy.lastUse = Date.now();
    const found = await stat(join(this.#folder, name)).catch(() => undefined);
    if (found?.size === (byteSize ?? copy.byteSize)) return true;
    if (this.#copies.delete(name)) this.#bytes -= copy.byteSize;
    return false;
  }

  async #fetch(name: string, fetch: (path: string) => Promise<void>): Promise<string> {
    const unfinished = join(this.#folder, `${randomUUID()}.part`);
    try {
      await fetch(unfinished);
      return await this.#take(name, unfinished);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async #take(name: string, file: string): Promise<string> {
    const path = join(this.#folder, name);
    const { size } = await stat(file);
    await rename(file, path);
    this.#note(name, size);
    await this.#dropUnused();
    return path;
  }

  #note(name: string, byteSize: number): void {
    this.#copies.set(name, { byteSize, lastUse: Date.now() });
    this.#bytes += byteSize;
  }

  async #dropUnused(): Promise<void> {
    const before = Date.now() - keptMs;
    const unused = [...this.#copies].filter(([, { lastUse }]) => lastUse < before);
    unused.sort(([, a], [, b]) => a.lastUse - b.lastUse);
    for (const [name, { byteSize }] of unused) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#copies.delete(name);
      this.#bytes -= byteSize;
      await rm(join(this.#folder, name), { force: true });
    }
  }
}

function nameOf(key: string, tag: string): string {
  return `${digestOf(key)}.${digestOf(tag)}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
