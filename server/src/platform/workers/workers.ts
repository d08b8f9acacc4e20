import type { Requester } from './fair-turns.ts';
import { type PooledKind, type SingleKind, workerKinds } from './kinds.ts';
import { Pool, type PoolLimits, type PoolUsage } from './pool.ts';
import type { TaskLimits, TaskOptions } from './running-task.ts';
import type { Handlers } from './serve-tasks.ts';
import { UsedWorkers } from './used-workers.ts';
import { Worker } from './worker.ts';
import type { WorkerKind } from './worker-kind.ts';

type NameOf<Tasks> = keyof Tasks & string;
type RequestOf<Tasks extends Handlers, Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type ResultOf<Tasks extends Handlers, Name extends keyof Tasks> = Promise<Awaited<ReturnType<Tasks[Name]>>>;

/** Workers of one kind, in a pool. */
export interface Workers<Tasks extends Handlers> {
  /**
   * Runs a task in the requester's turn, with a worker of its own. `size` counts while it waits; a thread gets the `moved`
   * buffers instead of copies.
   * @throws ServiceError, including `queue_full` and `shutting_down`; WorkerEnded; the reason of the requester's signal
   */
  run<Name extends NameOf<Tasks>>(
    task: Name,
    request: RequestOf<Tasks, Name>,
    requester: Requester,
    options?: Partial<Pick<TaskOptions, 'limits' | 'moved' | 'onProgress'>> & { size?: number },
  ): ResultOf<Tasks, Name>;
  /** Starts a worker in advance where none is alive. */
  prepare(): void;
  readonly usage: PoolUsage;
  close(): Promise<void>;
}

interface WorkerSettings {
  /** The file that calls `serveTasks`. */
  handler: URL;
  /** Limits of a task without its own. */
  limits: TaskLimits;
  pool?: Partial<PoolLimits>;
  /** Called with the time that each task waited for its turn. */
  onTurn?(waitedMs: number): void;
}

/** Starts no worker: one starts with the first task, or with `prepare`, and ends after idling for a while. */
export function openWorkers<Tasks extends Handlers>(
  name: PooledKind,
  { handler, limits: usual, pool: given, onTurn = () => {} }: WorkerSettings,
): Workers<Tasks> {
  const kind: WorkerKind = workerKinds[name];
  const start = (isForLongWork: boolean) => new Worker(handler, kind, usual.memoryBytes, isForLongWork);
  const pool = new Pool(start, { ...workerKinds[name].pool, ...given });
  return {
    run(task, request, requester, { limits = usual, size, moved, onProgress } = {}) {
      const work = (worker: Worker, waitedMs: number) => {
        onTurn(waitedMs);
        return worker.run(task, request, {
          limits,
          signal: requester.signal,
          project: requester.project,
          moved,
          onProgress,
        });
      };
      return pool.use(requester, work, size) as ResultOf<Tasks, typeof task>;
    },
    prepare: () => pool.prepare(),
    get usage() {
      return pool.usage;
    },
    close: () => pool.close(),
  };
}

/** Workers with one task each at a time, whose turn was taken elsewhere. */
export interface SingleWorkers<Tasks extends Handlers> {
  /** @throws ServiceError, WorkerEnded, or the reason of the signal */
  run<Name extends NameOf<Tasks>>(
    task: Name,
    request: RequestOf<Tasks, Name>,
    options: TaskOptions,
  ): ResultOf<Tasks, Name>;
}

/** Starts a worker for each task, unless the kind lets one that succeeded do the next. Idle ones end with this process. */
export function singleWorkers<Tasks extends Handlers>(name: SingleKind, handler: URL): SingleWorkers<Tasks> {
  const kind: WorkerKind = workerKinds[name];
  const used = kind.reuse && new UsedWorkers(kind.reuse);
  async function run(task: string, request: unknown, options: TaskOptions): Promise<unknown> {
    options.signal?.throwIfAborted();
    const { memoryBytes } = options.limits;
    const worker = used?.take(memoryBytes) ?? new Worker(handler, kind, memoryBytes, false);
    let isUnharmed = false;
    try {
      const result = await worker.run(task, request, options);
      isUnharmed = true;
      return result;
    } finally {
      if (used && isUnharmed) used.putBack(worker, memoryBytes);
      else worker.kill();
    }
  }
  return { run: run as SingleWorkers<Tasks>['run'] }; // the handler's own types describe request and result
}
