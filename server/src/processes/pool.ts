import { ServiceError } from '../errors.ts';
import { type Asker, FairTurns, type TurnUsage } from './fair-turns.ts';

/** A process for one command at a time. Once `isAlive` is false it is of no more use. */
export interface PooledProcess {
  readonly isAlive: boolean;
  /** Resident memory after the last command, in bytes. */
  readonly processBytes: number;
  kill(): void;
}

export interface ProcessPool<Process extends PooledProcess> {
  /**
   * Lets `work` have a process to itself, in the asker's turn. `signal` fires when the asker's does or the pool is closed;
   * time limits are the work's to keep: its clock starts with it.
   */
  use<Result>(asker: Asker, work: (process: Process, signal: AbortSignal) => Promise<Result>): Promise<Result>;
  readonly usage: PoolUsage;
  /** Ends every process at once; what runs or waits is rejected with `shutting_down`. */
  close(): void;
}

export interface PoolUsage extends TurnUsage {
  /** Warm, with nothing to do. */
  idle: number;
}

interface PoolOptions {
  processes: number;
  /** Requests that may wait altogether; more are refused with `queue_full`. */
  waiting: number;
  /** How long an idle process stays warm: a first command waits for its start. */
  idleMs: number;
  /** A process that grew beyond this is not kept: memory goes back to the system late. */
  warmBytes: number;
  /** Told how long each command waited for its turn. */
  onTurn?: (waitedMs: number) => void;
}

/** Runs commands in few processes, in fair turns. A process that dies takes only its own command with it. */
export function openProcessPool<Process extends PooledProcess>(
  start: () => Process,
  { processes, waiting, idleMs, warmBytes, onTurn }: PoolOptions,
): ProcessPool<Process> {
  const idle: { process: Process; end: NodeJS.Timeout }[] = [];
  const turns = new FairTurns({ places: processes, waiting: { name: 'waiting_requests', value: waiting } });
  const closing = new AbortController();

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
    async use({ project, caller, signal: given }, work) {
      const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal;
      const turn = await turns.take({ project, caller, signal });
      onTurn?.(turn.waitedMs);
      try {
        signal.throwIfAborted();
        const process = takeProcess();
        try {
          return await work(process, signal);
        } finally {
          putBack(process);
        }
      } finally {
        turn.end();
      }
    },
    get usage() {
      return { ...turns.usage, idle: idle.length };
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
