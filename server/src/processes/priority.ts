import { setPriority } from 'node:os';

/** As `nice` counts: the service, and short work, run at 0. */
const ofLongWork = 5;
const longMs = 1000;

/**
 * Lets the system prefer the service and short work to what a child process works at for long. What was lowered cannot be
 * raised again: a process that worked long is of no more use to others.
 */
export function yieldProcessor(pid: number | undefined) {
  let isLow = false;
  return {
    get isLow() {
      return isLow;
    },
    begin() {
      const timer = setTimeout(() => {
        isLow = true;
        lower(pid);
      }, longMs);
      return { end: () => clearTimeout(timer) };
    },
  };
}

/** A process that has gone, or a system that forbids it, changes nothing but speed. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, ofLongWork);
  } catch {}
}
