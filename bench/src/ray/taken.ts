import { setTimeout as pause } from 'node:timers/promises';
import { readCpuSeconds, readProportionalMegabytes } from '../process/usage.ts';

/** What some processes and their children took while a piece of work ran. */
export interface Taken {
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
}

const lookEveryMs = 250;

/** Runs `work` and measures each group of process trees beside it. */
export async function measureBeside(groups: readonly (readonly number[])[], work: Promise<unknown>): Promise<Taken[]> {
  const started = performance.now();
  const before = groups.map(cpuSecondsOf);
  const peaks = groups.map(() => 0);
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  end.catch(() => {});
  // A process that has ended and was not waited for takes its time with it, so the most that was seen counts.
  const most = [...before];
  while (!isOver) {
    for (const [at, roots] of groups.entries()) {
      peaks[at] = Math.max(peaks[at], sumOf(roots, readProportionalMegabytes));
      most[at] = Math.max(most[at], cpuSecondsOf(roots));
    }
    await pause(lookEveryMs);
  }
  await end;
  const seconds = (performance.now() - started) / 1000;
  return groups.map((_, at) => ({ seconds, cpuSeconds: most[at] - before[at], peakMegabytes: peaks[at] }));
}

function cpuSecondsOf(roots: readonly number[]): number {
  return sumOf(roots, readCpuSeconds);
}

function sumOf(roots: readonly number[], read: (root: number) => number): number {
  return roots.reduce((sum, root) => sum + read(root), 0);
}
