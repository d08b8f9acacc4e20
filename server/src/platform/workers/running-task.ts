import { AsyncResource } from 'node:async_hooks';
import { watchMemory } from './memory-watch.ts';
import type { FromWorker, Reply } from './messages.ts';
import { type EndReason, WorkerEnded } from './worker-ended.ts';
import type { WorkerKind } from './worker-kind.ts';
import type { WorkerPort } from './worker-port.ts';

export interface TaskLimits {
  /**
   * Time limit from when the worker has the task, without its wait and the start of a process. No limit when absent.
   */
  timeMs?: number;
  /** Limit of the resident memory of the process. */
  memoryBytes: number;
}

export interface TaskOptions {
  limits: TaskLimits;
  /** Cancels the task, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** ID of the project that the task is for, if it is known. */
  project?: string;
  /** Buffers of the request that a thread gets instead of copies. */
  moved?: readonly ArrayBuffer[];
  /** Receives the progress that the handler reports. */
  onProgress?(event: unknown): void;
}

/** How long a cancelled task may go on. */
type Patience = Pick<WorkerKind, 'graceMs' | 'hearMs'>;

/** What a task needs of its worker. */
type Performer = Pick<WorkerPort, 'pid' | 'send' | 'kill'>;

/** One task of a worker, from its message to its reply, a limit or the end of the worker. */
export class RunningTask {
  readonly #worker: Performer;
  readonly #patience: Patience;
  readonly #options: TaskOptions;
  readonly #onProgress: TaskOptions['onProgress'];
  readonly #settled = Promise.withResolvers<Reply>();
  readonly #cleanUp = new DisposableStack();
  readonly reply = this.#settled.promise;
  #end: EndReason | undefined;
  #isCancelled = false;
  #hasHeard = false;

  constructor(worker: Performer, patience: Patience, options: TaskOptions) {
    this.#worker = worker;
    this.#patience = patience;
    this.#options = options;
    // Messages of a worker come in the scope of whoever started it, which may be another request.
    this.#onProgress = options.onProgress && AsyncResource.bind(options.onProgress);
  }

  start(name: string, request: unknown): void {
    const { limits, signal } = this.#options;
    if (signal?.aborted) {
      this.#settle(() => {});
      return;
    }
    const cancel = () => this.#cancel();
    signal?.addEventListener('abort', cancel);
    this.#cleanUp.defer(() => signal?.removeEventListener('abort', cancel));
    if (limits.timeMs !== undefined) this.#after(limits.timeMs, () => this.#endFor('time', cancel));
    this.#watchMemory(limits.memoryBytes);
    this.#send(name, request);
  }

  take(message: FromWorker): void {
    if (message.type === 'progress') this.#onProgress?.(message.event);
    else if (message.type === 'cancelling') this.#hasHeard = true;
    else if (message.type !== 'ready')
      this.#settle(() =>
        this.#end ? this.#settled.reject(new WorkerEnded(this.#end)) : this.#settled.resolve(message),
      );
  }

  /** Handles the end of the worker; `byItself` is the reason, unless a limit ended it. */
  break(byItself: EndReason, cause: unknown): void {
    this.#settle(() => this.#settled.reject(new WorkerEnded(this.#end ?? byItself, cause)));
  }

  fail(error: Error): void {
    this.#settle(() => this.#settled.reject(error));
  }

  #send(name: string, request: unknown): void {
    try {
      this.#worker.send({ type: 'task', name, request }, this.#options.moved);
    } catch (error) {
      this.fail(error as Error); // something in the request cannot be cloned
    }
  }

  /** Asks the worker to end the task, and kills it after the grace, or when it does not even hear. */
  #cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    const { graceMs, hearMs = graceMs } = this.#patience;
    if (graceMs > 0) this.#worker.send({ type: 'cancel' });
    this.#after(graceMs, () => this.#worker.kill());
    if (hearMs < graceMs) this.#after(hearMs, () => this.#hasHeard || this.#worker.kill());
  }

  #endFor(reason: EndReason, act: () => void): void {
    this.#end ??= reason;
    act();
  }

  #watchMemory(limit: number): void {
    const { pid } = this.#worker;
    if (pid === undefined) return;
    const stop = watchMemory(pid, limit, () => this.#endFor('memory', () => this.#worker.kill()));
    this.#cleanUp.defer(stop);
  }

  #after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(act, milliseconds);
    this.#cleanUp.defer(() => clearTimeout(timer));
  }

  #settle(act: () => void): void {
    this.#cleanUp.dispose();
    const { signal } = this.#options;
    if (signal?.aborted) this.#settled.reject(signal.reason);
    else act();
  }
}
