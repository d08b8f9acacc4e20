import { setTimeout as pause } from 'node:timers/promises';
import { readResidentMegabytes } from '../process/usage.ts';
import { tellGoals } from '../report/goal.ts';

const idleGoal = 115;
/** Helper processes end half a minute after their last work. */
const idleSeconds = 45;

interface StartFigures {
  secondsToReady: number;
  secondsToModel: number;
  /** Memory of the idle process tree. */
  idleMegabytes: number;
}

/** Returns the memory of a process tree as soon as it meets the goal, at the latest after `idleSeconds`. */
export async function waitForIdleMemory(pid: number): Promise<number> {
  const end = performance.now() + idleSeconds * 1000;
  let megabytes = readResidentMegabytes(pid);
  while (megabytes > idleGoal && performance.now() < end) {
    await pause(500);
    megabytes = readResidentMegabytes(pid);
  }
  return megabytes;
}

export function renderStartGoals({ secondsToReady, secondsToModel, idleMegabytes }: StartFigures): string {
  const bound = 'at most';
  return tellGoals([
    { what: 'start to first answer', measured: secondsToReady, bound, goal: 0.5, unit: ' s' },
    { what: 'first answer to sample model complete', measured: secondsToModel, bound, goal: 5, unit: ' s' },
    { what: 'idle memory, helper processes gone', measured: idleMegabytes, bound, goal: idleGoal, unit: ' MB' },
  ]);
}
