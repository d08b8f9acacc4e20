import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { type OnCores, spareCore } from './spare-core.ts';

/** `nice` values above that of the service, whose own threads come first. */
export const niceOf = { short: 3, long: 8, background: 12 };
/** Work of background takes long by its nature, and nobody waits for its response. */
export type Urgency = keyof typeof niceOf;

const ownNice = getPriority();
const mostNice = 19;
/** Processor time after which work is long. Wall time would misjudge short work on a busy machine. */
const longMs = 1000;
/** Tasks with shorter pauses between them count as one piece of work, so a flood of short tasks is long work. */
const pauseMs = 50;
/** Shortest wait between two checks. */
const leastWaitMs = 250;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** What has a priority: a process with all its threads, or one thread of this process. */
interface Runner extends OnCores {
  /** On Linux each thread has its own priority; elsewhere the process has one. */
  threads(): number[];
  /** The system's file that counts its processor time. */
  statFile: string;
}

export const processRunner = (pid: number): Runner => ({
  id: pid,
  isProcess: true,
  threads: () => threadsOf(pid),
  statFile: `/proc/${pid}/stat`,
});

export const threadRunner = (thread: number): Runner => ({
  id: thread,
  isProcess: false,
  threads: () => [thread],
  statFile: `/proc/self/task/${thread}/stat`,
});

/** Returns the system's number of the calling thread; undefined where threads have no priority of their own. */
export function findOwnThread(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
}

/**
 * Lowers the priority of a runner whose work takes long, so that the service and short work come first. It cannot be
 * raised again, so such a runner is not lent to others. One that the system does not tell of stays unchanged.
 */
export function watchPriority(runner: Runner | undefined, urgency: Urgency) {
  let isLow = urgency !== 'short' && runner !== undefined;
  let from = 0;
  let ended = Number.NEGATIVE_INFINITY;
  if (runner) setPriorities(runner, urgency);
  let takeBack = isLow && runner ? spareCore(runner) : () => {};
  const becomeLong = () => {
    isLow = true;
    if (!runner) return;
    setPriorities(runner, 'long');
    takeBack = spareCore(runner);
  };
  return {
    get isLow() {
      return isLow;
    },
    /** To be called when the runner has ended: the system may give its number to another. */
    forget() {
      takeBack();
    },
    /** @param project whose work it is, if known */
    begin(project?: string) {
      if (runner) runner.project = project;
      if (isLow || !runner) return { end() {} };
      let timer: NodeJS.Timeout | undefined;
      if (performance.now() - ended > pauseMs) from = usedMs(runner) ?? 0;
      const look = () => {
        const left = longMs - ((usedMs(runner) ?? Number.POSITIVE_INFINITY) - from);
        if (left <= 0) becomeLong();
        else timer = setTimeout(look, Math.max(left, leastWaitMs));
      };
      look();
      return {
        end() {
          clearTimeout(timer);
          ended = performance.now();
        },
      };
    },
  };
}

/** Covers all existing threads; later ones inherit it. */
function setPriorities(runner: Runner, urgency: Urgency): void {
  for (const thread of runner.threads()) lower(thread, urgency);
}

/** A failure affects only speed. */
function lower(thread: number, urgency: Urgency): void {
  try {
    setPriority(thread, Math.min(mostNice, ownNice + niceOf[urgency]));
  } catch {}
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/** Returns the processor time so far; undefined where the system does not report it. */
function usedMs({ statFile }: Runner): number | undefined {
  try {
    const fields = readFileSync(statFile, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs; // utime and stime
  } catch {
    return undefined;
  }
}
