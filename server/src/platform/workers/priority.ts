import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

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

/**
 * Lowers the priority of a process whose work takes long, so that the service and short work come first. It cannot be
 * raised again, so such a process is not lent to others. Threads have no `pid` and stay unchanged.
 */
export function watchPriority(pid: number | undefined, urgency: Urgency) {
  let isLow = urgency !== 'short' && pid !== undefined;
  let from = 0;
  let ended = Number.NEGATIVE_INFINITY;
  if (pid !== undefined) setPriorities(pid, urgency);
  const becomeLong = () => {
    isLow = true;
    if (pid !== undefined) setPriorities(pid, 'long');
  };
  return {
    get isLow() {
      return isLow;
    },
    begin() {
      if (isLow || pid === undefined) return { end() {} };
      let timer: NodeJS.Timeout | undefined;
      if (performance.now() - ended > pauseMs) from = usedMs(pid) ?? 0;
      const look = () => {
        const left = longMs - ((usedMs(pid) ?? Number.POSITIVE_INFINITY) - from);
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

/** Lowers the calling thread below the main one. Only Linux has priorities of threads: elsewhere it would lower both. */
export function lowerThisThread(): void {
  if (process.platform === 'linux') lower(0, 'short');
}

/** Covers all existing threads; later ones inherit it. */
function setPriorities(pid: number, urgency: Urgency): void {
  for (const thread of threadsOf(pid)) lower(thread, urgency);
}

/** A failure affects only speed. */
function lower(thread: number, urgency: Urgency): void {
  try {
    setPriority(thread, Math.min(mostNice, ownNice + niceOf[urgency]));
  } catch {}
}

/** On Linux each thread has its own priority; elsewhere the process has one. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/** Returns the processor time of all threads; undefined where the system does not report it. */
function usedMs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs; // utime and stime
  } catch {
    return undefined;
  }
}
