import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type CoreTimes, readServiceTimes, timesASecond } from '../process/thread-times.ts';

/** Where the floods go, the priority of their senders, and the process of the service. */
export interface Senders {
  base: string;
  nice: number;
  service: number;
}

interface Beside<Result> {
  result: Result;
  /** Of each second, by who. */
  times: Record<string, CoreTimes>;
}

/** Runs floods while `work` runs, and tells who had the cores meanwhile. */
export async function within<Result>(
  names: readonly string[],
  { base, nice, service }: Senders,
  work: () => Promise<Result>,
): Promise<Beside<Result>> {
  const thread = new Worker(new URL('flooding-thread.ts', import.meta.url), { workerData: { base, nice, names } });
  const began = performance.now();
  await pause(1000);
  try {
    const [before, from] = [readServiceTimes(service), performance.now()];
    const result = await work();
    const [after, seconds] = [readServiceTimes(service), (performance.now() - from) / 1000];
    const senders = await endFlood(thread);
    const times = Object.fromEntries(
      Object.entries(after).map(([who, own]) => [who, timesASecond(before[who as keyof typeof before], own, seconds)]),
    );
    const own = timesASecond({ ran: 0, waited: 0 }, senders, (performance.now() - began) / 1000);
    return { result, times: { ...times, 'senders of the floods': own } };
  } finally {
    await thread.terminate();
  }
}

/** Returns the times of the senders; none where they do not end. */
async function endFlood(thread: Worker): Promise<CoreTimes> {
  thread.postMessage('over');
  const told = await Promise.race([once(thread, 'message'), pause(10_000)]);
  return Array.isArray(told) ? told[0] : { ran: 0, waited: 0 };
}
