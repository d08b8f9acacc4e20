import { availableParallelism } from 'node:os';
import { beyondLimit } from '../../../errors.ts';
import { AnsweringThread, type ReadModel } from './answering-thread.ts';
import type { Answered, AnswerOrder } from './messages.ts';

/** One core stays for the main thread. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Characters of bodies that may wait: they are what memory is spent on. */
const mostWaiting = 64 * 1024 * 1024;
const idleMs = 30_000;

interface Waiting {
  size: number;
  start(): void;
}

/**
 * Threads that answer big predict requests, so that these hold up nobody else. They start when first needed and end when
 * idle. Each loads the models that it is asked for once.
 */
export class AnsweringPool {
  readonly #readModel: ReadModel;
  readonly #idle: AnsweringThread[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #threads = new Set<AnsweringThread>();
  readonly #timers = new Map<AnsweringThread, NodeJS.Timeout>();

  constructor(readModel: ReadModel) {
    this.#readModel = readModel;
  }

  /**
   * The answered rows. Throws what the thread threw, or `queue_full` when too much waits; when
   * `signal` fires, the answer is of no use, possibly short.
   */
  async answer(order: AnswerOrder, signal: AbortSignal): Promise<Answered> {
    const thread = this.#take() ?? (await this.#wait(order.text.length));
    try {
      return signal.aborted ? { pieces: [], rows: 0 } : await thread.answer(order, signal);
    } finally {
      this.#giveBack(thread);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #take(): AnsweringThread | undefined {
    const thread = this.#idle.pop();
    if (thread) {
      clearTimeout(this.#timers.get(thread));
      return thread;
    }
    return this.#threads.size < mostThreads ? this.#start() : undefined;
  }

  #start(): AnsweringThread {
    const thread = new AnsweringThread(this.#readModel);
    this.#threads.add(thread);
    return thread;
  }

  async #wait(size: number): Promise<AnsweringThread> {
    const waiting = this.#waiting.reduce((sum, other) => sum + other.size, 0);
    if (waiting + size > mostWaiting)
      throw beyondLimit('queue_full', 'Too many big predict requests wait for their turn; send it again later.', {
        name: 'waiting_bytes',
        value: mostWaiting,
      });
    await new Promise<void>((resolve) => this.#waiting.push({ size, start: resolve }));
    return this.#take() ?? this.#wait(size);
  }

  #giveBack(thread: AnsweringThread): void {
    if (thread.hasEnded) this.#threads.delete(thread);
    else {
      this.#idle.push(thread);
      this.#timers.set(thread, setTimeout(() => this.#retire(thread), idleMs).unref());
    }
    this.#waiting.shift()?.start();
  }

  #retire(thread: AnsweringThread): void {
    const place = this.#idle.indexOf(thread);
    if (place < 0) return;
    this.#idle.splice(place, 1);
    this.#threads.delete(thread);
    this.#timers.delete(thread);
    thread.close();
  }
}
