import { Worker } from 'node:worker_threads';
import { shareCompileCache } from '../../../../compile-cache.ts';
import { ServiceError } from '../../../../errors.ts';
import type { Answered, AnswerOrder, FromThread, ThreadFailure, ThreadSettings, ToThread } from './messages.ts';

export type ReadModel = (key: string) => Promise<Uint8Array>;

/** Heap of a thread, in MiB: a body of 10 MB and its answer need a tenth. Beyond it the request fails, not the service. */
const mostHeap = 2048;

interface Current extends PromiseWithResolvers<Answered> {
  id: number;
  order: AnswerOrder;
}

/** The main thread's end of one thread: one order at a time. */
export class AnsweringThread {
  readonly #worker: Worker;
  readonly #abandoned = new Int32Array(new SharedArrayBuffer(4));
  readonly #readModel: ReadModel;
  #current: Current | undefined;
  #next = 1;
  #hasEnded = false;

  constructor(readModel: ReadModel) {
    this.#readModel = readModel;
    const workerData: ThreadSettings = { abandoned: this.#abandoned.buffer };
    const file = new URL('./thread.ts', import.meta.url);
    const resourceLimits = { maxOldGenerationSizeMb: mostHeap };
    this.#worker = new Worker(file, { workerData, resourceLimits, env: shareCompileCache() });
    this.#worker.on('message', (message: FromThread) => this.#take(message));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the thread ended')));
  }

  /** Whether it cannot take orders any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Answers one order; when `signal` fires, what the thread still does for it is cut short and thrown away. */
  async answer(order: AnswerOrder, signal: AbortSignal | undefined): Promise<Answered> {
    const current = { ...Promise.withResolvers<Answered>(), id: this.#next++, order };
    this.#current = current;
    const abandon = () => Atomics.store(this.#abandoned, 0, current.id);
    signal?.addEventListener('abort', abandon, { once: true });
    if (signal?.aborted) abandon();
    this.#send({ type: 'answer', id: current.id, order });
    try {
      return await current.promise;
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromThread): void {
    if (message.type === 'need model') this.#sendModel();
    else if (message.type === 'answered') this.#current?.resolve(message);
    else this.#current?.reject(errorOf(message.failure));
  }

  #sendModel(): void {
    if (!this.#current) return;
    this.#readModel(this.#current.order.modelKey).then(
      (bytes) => this.#send({ type: 'model', bytes }),
      (error) => this.#send({ type: 'no model', message: String(error) }),
    );
  }

  #end(error: unknown): void {
    this.#hasEnded = true;
    this.#current?.reject(new ServiceError('internal', 'the answering thread broke off', { cause: error }));
  }
}

function errorOf({ code, message, ...rest }: ThreadFailure): ServiceError {
  if (code === undefined) return new ServiceError('internal', 'unexpected failure', { cause: new Error(message) });
  return new ServiceError(code, message, rest);
}
