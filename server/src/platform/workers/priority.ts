import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As `nice` counts: the service, and short work, run at 0. */
const ofLongWork = 5;
/** Of the processor's time: on a busy machine short work takes long too. */
const longMs = 1000;
/** A thread can use no more than this of a second; looking sooner would tell nothing. */
const leastWaitMs = 250;
/** Linux counts processor time in hundredths of a second, whatever its clock does. */
const tickMs = 10;

/**
 * Lets the system prefer the service and short work to what a child process works at for long. What was lowered cannot be
 * raised again: a process that worked long is no good for what others ask in short.
 */
export function yieldProcessor(pid: number | undefined, isForLongWork: boolean) {
  let isLow = false;
  const lower = () => {
    isLow = true;
    if (pid !== undefined) lowerPriority(pid);
  };
  if (isForLongWork) lower();
  return {
    get isLow() {
      return isLow;
    },
    begin() {
      const from = usedMs(pid) ?? 0;
      let timer: NodeJS.Timeout | undefined;
      const look = () => {
        const left = longMs - ((usedMs(pid) ?? Number.POSITIVE_INFINITY) - from);
        if (left <= 0) lower();
        else timer = setTimeout(look, Math.max(left, leastWaitMs));
      };
      if (!isLow && pid !== undefined) timer = setTimeout(look, longMs);
      return { end: () => clearTimeout(timer) };
    },
  };
}

/**
 * Of every thread there is; those that come later have the priority of the one that starts them. A process that has gone,
 * or a system that forbids it, changes nothing but speed.
 */
function lowerPriority(pid: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, ofLongWork);
    } catch {}
  }
}

/** On Linux a priority is each thread's own; elsewhere it is the process's. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/** Processor time of all its threads; undefined where the system does not tell. */
function usedMs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs; // utime and stime
  } catch {
    return undefined;
  }
}
