const mostSlowness = 10;

interface Moment {
  seconds: number;
  cpuSeconds: number;
}

const startOfProcess: Moment = { seconds: 0, cpuSeconds: 0 };
let begun: Moment | undefined;

/** To be called with each task. The first began with the process, whose start says most; before others it was idle. */
export function beginTask(): void {
  begun = begun === undefined ? startOfProcess : now();
}

/** Returns the slowness of this process since the task began. */
export function measureSlowness({ seconds, cpuSeconds } = begun ?? startOfProcess): number {
  const measured = now();
  return slownessOf(measured.seconds - seconds, measured.cpuSeconds - cpuSeconds);
}

/**
 * Returns how many times as long as alone this process took, from 1 to 10, because others use the processors. Reading
 * of files counts as theirs.
 */
export function slownessOf(seconds: number, cpuSeconds: number): number {
  return Math.min(mostSlowness, Math.max(1, seconds / cpuSeconds));
}

function now(): Moment {
  const { user, system } = process.cpuUsage();
  return { seconds: performance.now() / 1000, cpuSeconds: (user + system) / 1e6 };
}
