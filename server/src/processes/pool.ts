import { beyondLimit, ServiceError } from '../errors.ts';

/** A process for one command at a time. Once `isAlive` is false it is of no more use. */
export interface PooledProcess {
  readonly isAlive: boolean;
  /** Resident memory after the last command, in bytes. */
  readonly processBytes: number;
  kill(): void;
}

export interface ProcessPool<Process extends PooledProcess> {
  /** Lets `work` have a process to itself. `signal` fires when the caller's does or the pool is closed. */
  use<Result>(
    callerSignal: AbortSignal,
    work: (process: Process, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  readonly usage: PoolUsage;
  /** Ends every process at once; what runs or waits is rejected with `shutting_down`. */
  close(): void;
}

export interface PoolUsage {
  busy: number;
  /** Warm, with nothing to do. */
  idle: number;
  /** Commands that wait for a process. */
  waiting: number;
}

interface PoolOptions {
  processes: number;
  /** More than so many waiting requests are refused with `queue_full`. */
  waiting: number;
  /** How long an idle process stays warm: a first command waits for its start. */
  idleMs: number;
  /** A process that grew beyond this is not kept: memory goes back to the system late. */
  warmBytes: number;
}

/** Runs commands in few processes, first come first served. A process that dies takes only its own command with it. */
export function openProcessPool<Process extends PooledProcess>(
  start: () => Process,
  { processes, waiting, idleMs, warmBytes }: PoolOptions,
): ProcessPool<Process> {
  const idle: { process: Process; end: NodeJS.Timeout }[] = [];
  const queue: (() => void)[] = [];
  const closing = new AbortController();
  let busy = 0;

  async function enter(): Promise<void> {
    if (busy < processes) {
      busy += 1;
      return;
    }
    if (queue.length >= waiting)
      throw beyondLimit('queue_full', `${waiting} requests for a process wait already; try again.`, {
        name: 'waiting_requests',
        value: waiting,
      });
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Hands the place to the next in the queue, if any. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  }

  function takeProcess(): Process {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.end);
      if (kept.process.isAlive) return kept.process;
    }
    return start();
  }

  function putBack(process: Process): void {
    if (!process.isAlive || process.processBytes > warmBytes || closing.signal.aborted) {
      process.kill();
      return;
    }
    const end = setTimeout(() => {
      idle.splice(
        idle.findIndex((kept) => kept.process === process),
        1,
      );
      process.kill();
    }, idleMs);
    end.unref();
    idle.push({ process, end });
  }

  return {
    async use(callerSignal, work) {
      await enter();
      const signal = AbortSignal.any([callerSignal, closing.signal]);
      try {
        signal.throwIfAborted();
        const process = takeProcess();
        try {
          return await work(process, signal);
        } finally {
          putBack(process);
        }
      } finally {
        leave();
      }
    },
    get usage() {
      return { busy, idle: idle.length, waiting: queue.length };
    },
    close() {
      closing.abort(new ServiceError('shutting_down', 'The service is shutting down.'));
      for (const { process, end } of idle.splice(0)) {
        clearTimeout(end);
        process.kill();
      }
    },
  };
}
