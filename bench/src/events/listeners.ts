import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Sums over all listeners. */
interface ListenerCounts {
  /** Open connections. */
  open: number;
  events: number;
  /** Events out of sequence. */
  gaps: number;
}

/** Many event streams of one project, read by a thread. */
export class Listeners {
  readonly #thread: Worker;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  /** Resolves when all are open. */
  static async open(base: string, project: string, count: number): Promise<Listeners> {
    const thread = new Worker(new URL('listening-thread.ts', import.meta.url), {
      workerData: { base, project, count },
    });
    await once(thread, 'message');
    return new Listeners(thread);
  }

  async count(): Promise<ListenerCounts> {
    const answer = once(this.#thread, 'message');
    this.#thread.postMessage('count');
    const [counts] = await answer;
    return counts;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
