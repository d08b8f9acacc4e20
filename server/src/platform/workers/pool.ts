import { ServiceError } from '../../errors.ts';
import { type Asker, FairTurns, type TurnUsage } from './fair-turns.ts';

/** A process for one command at a time. Once `isAlive` is false it is of no more use. */
export interface PooledProcess {
  readonly isAlive: boolean;
  /** Whether it worked for long and runs at a lower priority since. */
  readonly isLow: boolean;
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

interface Idle<Process> {
  process: Process;
  /** The project that it worked for. */
  project: string;
  end: NodeJS.Timeout;
}

/** Runs commands in few processes, in fair turns. A process that dies takes only its own command with it. */
export function openProcessPool<Process extends PooledProcess>(
  start: (isForLongWork: boolean) => Process,
  { processes, waiting, idleMs, warmBytes, onTurn }: PoolOptions,
): ProcessPool<Process> {
  /** The one that has idled longest first. */
  const idle: Idle<Process>[] = [];
  const turns = new FairTurns({ places: processes, waiting: { name: 'waiting_requests', value: waiting } });
  const closing = new AbortController();

  function takeOut(kept: Idle<Process>): Process {
    idle.splice(idle.indexOf(kept), 1);
    clearTimeout(kept.end);
    return kept.process;
  }

  /**
   * The project's own warm process. That of another only when this is the first place of the project and the process has
   * not worked for long: a flood leaves the warm ones to the others, and works on in those that its work has slowed. What
   * starts beside other work of its project starts as slow as these.
   */
  function takeProcess(project: string, isFirst: boolean): Process {
    for (const kept of idle.filter(({ process }) => !process.isAlive)) takeOut(kept);
    const own = idle.findLast((kept) => kept.project === project);
    const kept = own ?? (isFirst ? idle.find(({ process }) => !process.isLow) : undefined);
    if (kept) return takeOut(kept);
    // This turn counts as busy already: one that idles makes room for it.
    if (turns.usage.busy + idle.length > processes)
      takeOut(idle.find(({ process }) => process.isLow) ?? idle[0]).kill();
    return start(!isFirst);
  }

  function putBack(process: Process, project: string): void {
    if (!process.isAlive || process.processBytes > warmBytes || closing.signal.aborted) {
      process.kill();
      return;
    }
    const end = setTimeout(() => takeOut(kept).kill(), idleMs);
    const kept = { process, project, end };
    end.unref();
    idle.push(kept);
  }

  return {
    async use({ project, caller, signal: given }, work) {
      const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal;
      const turn = await turns.take({ project, caller, signal });
      onTurn?.(turn.waitedMs);
      try {
        signal.throwIfAborted();
        const process = takeProcess(project, turn.isFirst);
        try {
          return await work(process, signal);
        } finally {
          putBack(process, project);
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
