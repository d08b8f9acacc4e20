import { readdirSync, readFileSync } from 'node:fs';
import { listDescendants } from './usage.ts';

/** Seconds that threads ran, and seconds that they could have run but had no core. Linux only. */
export interface CoreTimes {
  ran: number;
  waited: number;
}

/** Times by who: the service's main thread, its other threads, and its workers. */
export type ServiceTimes = Record<'main thread' | 'other threads' | 'workers', CoreTimes>;

export function readServiceTimes(pid: number): ServiceTimes {
  const threads = threadsOf(pid);
  return {
    'main thread': timesOf(pid, String(pid)),
    'other threads': sum(threads.filter((thread) => thread !== String(pid)).map((thread) => timesOf(pid, thread))),
    workers: sum(listDescendants(pid).flatMap((worker) => threadsOf(worker).map((thread) => timesOf(worker, thread)))),
  };
}

/** What was added in `seconds`, a second of them; threads that ended meanwhile are left out. */
export function timesASecond(before: CoreTimes, after: CoreTimes, seconds: number): CoreTimes {
  const share = (from: number, to: number) => Math.max(0, to - from) / seconds;
  return { ran: share(before.ran, after.ran), waited: share(before.waited, after.waited) };
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Times of the calling thread. */
export function readOwnTimes(): CoreTimes {
  return timesIn('/proc/thread-self/schedstat');
}

function timesOf(pid: number, thread: string): CoreTimes {
  return timesIn(`/proc/${pid}/task/${thread}/schedstat`);
}

function timesIn(file: string): CoreTimes {
  try {
    const [ran, waited] = readFileSync(file, 'utf8').split(' ');
    return { ran: Number(ran) / 1e9, waited: Number(waited) / 1e9 };
  } catch {
    return { ran: 0, waited: 0 };
  }
}

function sum(times: readonly CoreTimes[]): CoreTimes {
  return times.reduce((one, { ran, waited }) => ({ ran: one.ran + ran, waited: one.waited + waited }), {
    ran: 0,
    waited: 0,
  });
}
