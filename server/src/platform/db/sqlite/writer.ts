import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { shareCompileCache } from '../../../compile-cache.ts';
import { unpackError } from '../../workers/envelope.ts';
import { explainBusy } from '../violations.ts';
import type {
  RequestMode,
  Statement,
  StatementResult,
  WriterAnswer,
  WriterRequest,
  WriterSettings,
} from './messages.ts';

type Waiting = PromiseWithResolvers<StatementResult>;

/** What the thread makes lives as long as one statement. */
const youngMegabytes = 4;

/** The main thread's side of the writer thread: results arrive in the order of requests. */
export class Writer {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended = Promise.withResolvers<void>();
  #unsent: WriterRequest[] = [];
  #next = 0;
  #failure: Error | undefined;

  private constructor(thread: Worker) {
    this.#thread = thread;
    thread.on('message', (answers: WriterAnswer[]) => {
      for (const answer of answers) this.#settle(answer);
    });
    thread.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => {
      this.#fail(new Error('the database is closed'));
      this.#ended.resolve();
    });
  }

  /** Starts the thread; resolves when the database is open, and rejects when it cannot be opened. */
  static async open(settings: WriterSettings): Promise<Writer> {
    const file = new URL('./thread.ts', import.meta.url);
    const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
    const thread = new Worker(file, { workerData: settings, env: shareCompileCache(), resourceLimits });
    const ready = Promise.withResolvers<void>();
    thread.once('message', () => ready.resolve());
    thread.once('error', ready.reject);
    await ready.promise;
    return new Writer(thread);
  }

  /** Number of requests without a result. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Requests of one turn of the event loop go in one message, because a message costs more than a statement. */
  send(
    mode: RequestMode,
    sql = '',
    parameters: readonly SQLInputValue[] = [],
    following: readonly Statement[] = [],
  ): Promise<StatementResult> {
    if (this.#failure) return Promise.reject(this.#failure);
    const request: WriterRequest = { id: this.#next++, mode, sql, parameters, following };
    // One value that cannot be cloned would block the whole message.
    const odd = [request, ...following].find((statement) => !statement.parameters.every(canBeBound));
    if (odd) return Promise.reject(new TypeError(`a parameter of another kind: ${odd.sql}`));
    const waiting = Promise.withResolvers<StatementResult>();
    if (this.#unsent.push(request) === 1) process.nextTick(() => this.#post());
    this.#waiting.set(request.id, waiting);
    return waiting.promise;
  }

  #post(): void {
    this.#thread.postMessage(this.#unsent);
    this.#unsent = [];
  }

  /** Finishes earlier requests, closes the database and ends the thread. */
  async close(): Promise<void> {
    if (this.#failure) return;
    this.send('close').catch(() => {}); // never answered: the end of the thread settles it
    await this.#ended.promise;
  }

  #settle(answer: WriterAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.failure) waiting?.reject(explainBusy(unpackError(answer.failure)));
    else waiting?.resolve(answer.result);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#failure);
    this.#waiting.clear();
  }
}

function canBeBound(value: unknown): value is SQLInputValue {
  return value === null || ['string', 'number', 'bigint'].includes(typeof value) || ArrayBuffer.isView(value);
}
