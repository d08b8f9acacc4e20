import { EventEmitter, once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';

const readBytes = 256 * 1024;

/**
 * A file that is read while it is written, so that a writer waits for no reader: a client may send all of its rows
 * before it reads an answer.
 */
export class GrowingFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #changed = new EventEmitter();
  #size = 0;
  #isComplete = false;
  #isGone = false;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<GrowingFile> {
    return new GrowingFile(path, await open(path, 'wx+'));
  }

  /** Whether nobody reads it any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.#isGone) return;
    for (let at = 0; at < bytes.length; )
      at += (await this.#file.write(bytes, at, bytes.length - at, this.#size + at)).bytesWritten;
    this.#size += bytes.length;
    this.#changed.emit('change');
  }

  complete(): void {
    this.#isComplete = true;
    this.#changed.emit('change');
  }

  /** Reads all of it, once. The file is deleted at the end, or when reading is given up. */
  async *read(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; ; ) {
        const length = Math.min(this.#size - at, readBytes);
        if (length === 0 && this.#isComplete) return;
        if (length === 0) await once(this.#changed, 'change');
        const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, at);
        at += bytesRead;
        if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      }
    } finally {
      this.#isGone = true;
      await this.#file.close();
      await rm(this.#path, { force: true });
    }
  }
}
