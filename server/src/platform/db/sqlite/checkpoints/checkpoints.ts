import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { shareCompileCache } from '../../../../compile-cache.ts';

/** Pages of the log, 4 KiB each, that are copied at a time. */
const pagesAtATime = 1000;
/** Above this log the writer copies it itself: others' reads and writes without a break keep a log from ending. */
const pagesOfTheWriter = 16_000;
const lookEveryMs = 100;
/** The thread takes some megabytes, which a service at rest should not. */
const idleMs = 30_000;

/**
 * Copies the write-ahead log in a thread of its own. SQLite would let whoever commits at the thousandth page copy and
 * sync all of them: tens of milliseconds, in which nobody else writes.
 */
export class Checkpoints {
  readonly #path: string;
  readonly #writer: DatabaseSync;
  #thread: Worker | undefined;
  #isCopying = false;
  #looked = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(path: string, writer: DatabaseSync) {
    this.#path = path;
    this.#writer = writer;
    writer.exec(`pragma wal_autocheckpoint = ${pagesOfTheWriter}`);
  }

  /** Must be called between transactions. */
  look(): void {
    const now = performance.now();
    if (this.#isCopying || this.#isClosed || now - this.#looked < lookEveryMs) return;
    this.#looked = now;
    const row = this.#writer.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number };
    if (row.log - row.checkpointed >= pagesAtATime) this.#copy();
  }

  /** Resolves when the thread has let go of the database, so that its last connection is the writer's. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('close');
    await ended;
  }

  #copy(): void {
    this.#isCopying = true;
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    this.#thread.postMessage('copy');
  }

  #start(): Worker {
    const file = new URL('./thread.ts', import.meta.url);
    const thread = new Worker(file, { workerData: this.#path, env: shareCompileCache() });
    thread.on('message', () => this.#rest());
    thread.on('error', () => {
      this.#thread = undefined;
      this.#rest();
    });
    thread.unref();
    return thread;
  }

  #rest(): void {
    this.#isCopying = false;
    this.#idle = setTimeout(() => this.#endThread(), idleMs).unref();
  }
}
