import { ServiceError } from '../../errors.ts';
import { unpackError } from './envelope.ts';
import type { FromWorker, Reply } from './messages.ts';
import { processRunner, threadRunner, type Urgency, watchPriority } from './priority.ts';
import { RunningTask, type TaskOptions } from './running-task.ts';
import { startProcess } from './start-process.ts';
import { startThread } from './start-thread.ts';
import type { PooledWorker } from './warm-workers.ts';
import { type EndReason, WorkerEnded } from './worker-ended.ts';
import type { WorkerKind } from './worker-kind.ts';
import type { WorkerPort } from './worker-port.ts';

/** A process or thread that does one task at a time. */
export class Worker implements PooledWorker {
  readonly #port: WorkerPort;
  readonly #kind: WorkerKind;
  readonly #urgency: Urgency;
  #priority: ReturnType<typeof watchPriority>;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #task: RunningTask | undefined;
  #isAlive = true;
  #heldBytes = 0;
  #taskCount = 0;
  #killedFor: Error | undefined;
  readonly ended = this.#ended.promise;

  constructor(handler: URL, kind: WorkerKind, memoryBytes: number, isForLongWork: boolean) {
    this.#kind = kind;
    const start = kind.runtime === 'process' ? startProcess : startThread;
    this.#port = start(handler, kind, memoryBytes, {
      onMessage: (message) => this.#take(message),
      onEnd: (reason, cause) => this.#end(reason, cause),
    });
    this.#urgency = kind.isBackground ? 'background' : isForLongWork ? 'long' : 'short';
    const { pid } = this.#port;
    this.#priority = watchPriority(pid === undefined ? undefined : processRunner(pid), this.#urgency);
    this.#port.release();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isLow(): boolean {
    return this.#priority.isLow;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** How many tasks it was given. */
  get taskCount(): number {
    return this.#taskCount;
  }

  /** @throws the handler's error, WorkerEnded, or the reason of the signal */
  async run(name: string, request: unknown, options: TaskOptions): Promise<unknown> {
    this.#port.hold();
    this.#taskCount += 1;
    await this.#ready.promise; // on a busy machine this takes seconds, which do not count as time of the work
    const work = this.#priority.begin(options.project);
    try {
      if (!this.#isAlive) throw this.#killedFor ?? new WorkerEnded('broken');
      const { pid, send } = this.#port;
      this.#task = new RunningTask({ pid, send, kill: () => this.kill() }, this.#kind, options);
      this.#task.start(name, request);
      return this.#resultOf(await this.#task.reply);
    } finally {
      this.#task = undefined;
      work.end();
      if (this.#isAlive) this.#port.release();
    }
  }

  kill(reason?: Error): void {
    this.#isAlive = false;
    this.#killedFor ??= reason;
    if (reason) this.#task?.fail(reason);
    this.#port.hold(); // the caller of `kill` may wait for its end
    this.#port.kill();
  }

  #resultOf(reply: Reply): unknown {
    this.#heldBytes = reply.heldBytes;
    if (reply.type === 'result') return reply.result;
    const error = unpackError(reply.error);
    throw error instanceof ServiceError ? error : unexpected(error);
  }

  #take(message: FromWorker): void {
    if (message.type === 'ready') this.#begin(message.thread);
    else this.#task?.take(message);
  }

  #begin(thread: number | undefined): void {
    if (thread !== undefined) this.#priority = watchPriority(threadRunner(thread), this.#urgency);
    this.#ready.resolve();
  }

  #end(reason: EndReason, cause: unknown): void {
    this.#isAlive = false;
    this.#priority.forget();
    this.#ready.resolve();
    this.#ended.resolve();
    this.#task?.break(reason, cause);
  }
}

function unexpected(cause: Error): ServiceError {
  return new ServiceError('internal', 'A worker failed unexpectedly.', { cause });
}
