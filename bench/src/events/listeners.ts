import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Of all listeners together. */
interface ListenerCounts {
  /** Those whose connection is open. */
  open: number;
  events: number;
  /** Events that were not the one after the event before. */
  gaps: number;
}

/** Many event streams of one project, read by a thread. */
export class Listeners {
  readonly #thread: Worker;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  /** Resolves when so many are open. */
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
