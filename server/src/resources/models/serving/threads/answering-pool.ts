import { availableParallelism } from 'node:os';
import { type Asker, FairTurns } from '../../../../platform/workers/fair-turns.ts';
import { AnsweringThread, type ReadModel } from './answering-thread.ts';
import type { Answered, AnswerOrder } from './messages.ts';

/** One core stays for the main thread; with fewer than two threads one project could hold all. */
const mostThreads = Math.max(2, Math.min(4, availableParallelism() - 1));
/** Characters of bodies that may wait: they are what memory is spent on. */
const mostWaiting = 64 * 1024 * 1024;
const idleMs = 30_000;

/**
 * Threads that answer big predict requests in fair turns, so that these hold up nobody else. They start when first needed and end when
 * idle. Each loads the models that it is asked for once.
 */
export class AnsweringPool {
  readonly #readModel: ReadModel;
  readonly #idle: AnsweringThread[] = [];
  readonly #turns = new FairTurns({ places: mostThreads, waiting: { name: 'waiting_bytes', value: mostWaiting } });
  readonly #threads = new Set<AnsweringThread>();
  readonly #timers = new Map<AnsweringThread, NodeJS.Timeout>();

  constructor(readModel: ReadModel) {
    this.#readModel = readModel;
  }

  /**
   * The answered rows. Throws what the thread threw, or `queue_full` when too much waits; when the asker's signal fires
   * while a thread is at it, the answer is of no use, possibly short.
   */
  async answer(order: AnswerOrder, asker: Asker): Promise<Answered> {
    const turn = await this.#turns.take(asker, order.text.length);
    const thread = this.#idleThread() ?? this.#start();
    try {
      return await thread.answer(order, asker.signal);
    } finally {
      this.#giveBack(thread);
      turn.end();
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #idleThread(): AnsweringThread | undefined {
    const thread = this.#idle.pop();
    if (thread) clearTimeout(this.#timers.get(thread));
    return thread;
  }

  #start(): AnsweringThread {
    const thread = new AnsweringThread(this.#readModel);
    this.#threads.add(thread);
    return thread;
  }

  #giveBack(thread: AnsweringThread): void {
    if (thread.hasEnded) this.#threads.delete(thread);
    else {
      this.#idle.push(thread);
      this.#timers.set(thread, setTimeout(() => this.#retire(thread), idleMs).unref());
    }
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
