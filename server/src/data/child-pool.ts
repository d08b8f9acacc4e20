import { ServiceError } from '../errors.ts';
import { type DataProcess, startDataProcess } from './child-process.ts';
import type { ChildLimits, Verb, Verbs } from './protocol.ts';

export interface ChildPool {
  run<V extends Verb>(verb: V, request: Verbs[V][0], limits: ChildLimits, signal: AbortSignal): Promise<Verbs[V][1]>;
  /** Ends every process at once; what runs or waits is rejected with `shutting_down`. */
  close(): void;
}

interface PoolOptions {
  processes: number;
  /** More than so many waiting requests are refused with `queue_full`. */
  waiting: number;
  /** How long an idle process stays warm: a first request costs about 250 ms, a warm one 15. */
  idleMs: number;
}

/** A process that grew beyond this is not kept: DuckDB gives memory back to the system late. */
const warmBytes = 400 * 1024 * 1024;

/** Runs commands in few processes, first come first served. A process that dies takes only its own command with it. */
export function openChildPool({ processes, waiting, idleMs }: PoolOptions): ChildPool {
  const idle: { process: DataProcess; end: NodeJS.Timeout }[] = [];
  const queue: (() => void)[] = [];
  const closing = new AbortController();
  let busy = 0;

  async function enter(): Promise<void> {
    if (busy < processes) {
      busy += 1;
      return;
    }
    if (queue.length >= waiting)
      throw new ServiceError('queue_full', `${waiting} requests for data wait already; try again.`);
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Hands the place to the next in the queue, if any. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  }

  function takeProcess(): DataProcess {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.end);
      if (kept.process.isAlive) return kept.process;
    }
    return startDataProcess();
  }

  function putBack(process: DataProcess): void {
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
    async run(verb, request, limits, callerSignal) {
      await enter();
      const signal = AbortSignal.any([callerSignal, closing.signal]);
      try {
        signal.throwIfAborted();
        const process = takeProcess();
        try {
          return await process.run(verb, request, limits, signal);
        } finally {
          putBack(process);
        }
      } finally {
        leave();
      }
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
