import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const lookEveryMs = 1000;
/** Share of a second in which the main thread worked. */
const busyShare = 0.2;
const quietShare = 0.05;
const quietSeconds = 5;

/**
 * Lets V8 save memory while little is asked, and time otherwise. Quiet, it collects in small steps what the start or a
 * load has left (12 MB after the start). Saving while batches of predictions are answered costs these 15 % of their
 * time; then old objects may grow by 60 % before all are collected, because the bodies of batches count.
 */
export function saveMemoryWhileQuiet(): void {
  let quiet = quietSeconds;
  let last = performance.eventLoopUtilization();
  save();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > busyShare) {
      if (quiet >= quietSeconds) hurry();
      quiet = 0;
    } else if (utilization < quietShare && quiet < quietSeconds) {
      quiet += 1;
      if (quiet === quietSeconds) save();
    }
  }, lookEveryMs).unref();
}

function save(): void {
  setFlagsFromString('--memory-saver-mode');
  setFlagsFromString('--heap-growing-percent=0'); // V8's own choice
}

function hurry(): void {
  setFlagsFromString('--no-memory-saver-mode');
  setFlagsFromString('--heap-growing-percent=60');
}

/**
 * Lets the main thread mark old objects by itself, in steps, where it has one core: V8's four helpers would take four of
 * five time slices of it from whoever waits for an answer.
 */
export function markAloneOnOneCore(): void {
  if (availableParallelism() === 1) setFlagsFromString('--no-concurrent-marking');
}
