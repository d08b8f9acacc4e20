import { Worker } from 'node:worker_threads';

/** Number of cells below which a training ends before worker threads have started. */
const fewestCells = 300_000;

export function deservesThreads(rowCount: number, featureCount: number): boolean {
  return rowCount * featureCount >= fewestCells;
}

/** Idle workers are kept, because starting one takes longer than many trainings. */
const idle: Worker[] = [];
const ended = new WeakSet<Worker>();

function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  const forget = () => {
    ended.add(worker);
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
  };
  // Failures are reported in the team's control block; without a listener an error would end the process.
  worker.on('error', forget).on('exit', forget).unref();
  return worker;
}

/** Starts missing workers until there are `count`; they start up while the caller continues. */
export function readyWorkers(count: number): void {
  while (idle.length < count) idle.push(startWorker());
}

/** Takes workers for a team; `giveBackWorkers` returns them. */
export function takeWorkers(count: number): Worker[] {
  readyWorkers(count);
  return idle.splice(0, count);
}

export function giveBackWorkers(workers: readonly Worker[]): void {
  idle.push(...workers.filter((worker) => !ended.has(worker)));
}
