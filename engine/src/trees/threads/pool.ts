import { Worker } from 'node:worker_threads';

/** Below this many cells a training is over before worker threads have started up. */
const fewestCells = 300_000;

export function deservesThreads(rowCount: number, featureCount: number): boolean {
  return rowCount * featureCount >= fewestCells;
}

/** Workers that belong to no team: starting one takes longer than many a training. */
const idle: Worker[] = [];
const ended = new WeakSet<Worker>();

function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  const forget = () => {
    ended.add(worker);
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
  };
  // What failed is told by the control block of its team; without a listener an error would end the process.
  worker.on('error', forget).on('exit', forget).unref();
  return worker;
}

/** Starts workers that are missing to have `count` at hand; they start up while the caller goes on. */
export function readyWorkers(count: number): void {
  while (idle.length < count) idle.push(startWorker());
}

/** Takes workers for a team, until they are given back. */
export function takeWorkers(count: number): Worker[] {
  readyWorkers(count);
  return idle.splice(0, count);
}

export function giveBackWorkers(workers: readonly Worker[]): void {
  idle.push(...workers.filter((worker) => !ended.has(worker)));
}
