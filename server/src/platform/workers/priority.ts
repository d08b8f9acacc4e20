import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** `nice` values: threads of the service come first, then short work, then long work. */
export const niceOf = { short: 3, long: 8 };
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
export function watchPriority(pid: number | undefined, isForLongWork: boolean) {
  let isLow = isForLongWork && pid !== undefined;
  let from = 0;
  let ended = Number.NEGATIVE_INFINITY;
  if (pid !== undefined) setPriorities(pid, isLow ? niceOf.long : niceOf.short);
  const lower = () => {
    isLow = true;
    if (pid !== undefined) setPriorities(pid, niceOf.long);
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
        if (left <= 0) lower();
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

/** Covers all existing threads; later ones inherit it. A failure affects only speed. */
function setPriorities(pid: number, nice: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, nice);
    } catch {}
  }
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
