import { EventEmitter, once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { beyondLimit } from '../../errors.ts';

const readBytes = 256 * 1024;

interface Bounds {
  /** Bytes of a part; a part that was read is deleted. */
  partBytes: number;
  /** Bytes that may wait for the reader. */
  unreadBytes: number;
  /** Longest wait for a reader that reads nothing. */
  patienceMs: number;
}

const usual: Bounds = { partBytes: 64 * 1024 ** 2, unreadBytes: 1024 ** 3, patienceMs: 60_000 };

interface Part {
  path: string;
  file: FileHandle;
  size: number;
}

/**
 * A file that is read while it is written, so that a writer waits for no reader: a client may send all of its rows
 * before it reads an answer. It is kept in parts, so that the disk holds little more than what is unread.
 */
export class GrowingFile {
  readonly #stem: string;
  readonly #bounds: Bounds;
  readonly #parts: Part[] = [];
  readonly #changed = new EventEmitter();
  #begun = 0;
  #unread = 0;
  #isComplete = false;
  #isGone = false;

  private constructor(stem: string, bounds: Bounds) {
    this.#stem = stem;
    this.#bounds = bounds;
  }

  /** @param stem path without the ending `.answer` and the number of the part */
  static async create(stem: string, bounds: Partial<Bounds> = {}): Promise<GrowingFile> {
    const growing = new GrowingFile(stem, { ...usual, ...bounds });
    await growing.#begin();
    return growing;
  }

  /** Whether nobody reads it any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** @throws ServiceError `overloaded` when too much waits for a reader who reads nothing */
  async append(bytes: Uint8Array): Promise<void> {
    while (this.#unread > this.#bounds.unreadBytes && !this.#isGone) await this.#waitForReader();
    await this.#write(bytes);
  }

  /** Ends it, without a wait for the reader. */
  async complete(last: Uint8Array = Buffer.alloc(0)): Promise<void> {
    try {
      await this.#write(last);
    } finally {
      this.#isComplete = true;
      this.#changed.emit('written');
    }
  }

  /** Reads all of it, once. The parts are deleted when they were read, or when reading is given up. */
  async *read(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; ; ) {
        const [part, next] = this.#parts;
        const length = Math.min(part.size - at, readBytes);
        if (length > 0) {
          const { bytesRead, buffer } = await part.file.read(Buffer.allocUnsafe(length), 0, length, at);
          at += bytesRead;
          this.#unread -= bytesRead;
          this.#changed.emit('read');
          if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
        } else if (next) {
          this.#parts.shift();
          at = 0;
          await drop(part);
        } else if (this.#isComplete) return;
        else await once(this.#changed, 'written');
      }
    } finally {
      this.#isGone = true;
      this.#changed.emit('read');
      await Promise.all(this.#parts.splice(0).map(drop));
    }
  }

  async #waitForReader(): Promise<void> {
    const { patienceMs, unreadBytes } = this.#bounds;
    await once(this.#changed, 'read', { signal: AbortSignal.timeout(patienceMs) }).catch(() => {
      const detail = `More than ${unreadBytes} bytes of answers wait to be read; read them while rows are sent.`;
      throw beyondLimit('overloaded', detail, { name: 'answer_bytes', value: unreadBytes });
    });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#isGone) return;
    const last = this.#parts.at(-1)!;
    const part = last.size < this.#bounds.partBytes ? last : await this.#begin();
    for (let at = 0; at < bytes.length; )
      at += (await part.file.write(bytes, at, bytes.length - at, part.size + at)).bytesWritten;
    part.size += bytes.length;
    this.#unread += bytes.length;
    this.#changed.emit('written');
  }

  async #begin(): Promise<Part> {
    const path = `${this.#stem}.${this.#begun++}.answer`;
    const part = { path, file: await open(path, 'wx+'), size: 0 };
    if (this.#isGone) await drop(part);
    else this.#parts.push(part);
    return part;
  }
}

async function drop({ path, file }: Part): Promise<void> {
  await file.close();
  await rm(path, { force: true });
}
