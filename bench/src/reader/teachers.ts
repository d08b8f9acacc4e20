import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Weights } from '../../../server/src/questions/rank/weigh.ts';
import type { Collected } from './collect.ts';
import { type Lessons, lessonsOf, type Shown } from './lessons.ts';

interface Task {
  from: number;
  to: number;
  /** Without these, candidates are collected; with them, they are shown as the trees see them. */
  weightsOf?: readonly Weights[];
}

/** Questions that a thread takes at once. */
const mostTaken = 40;

/** Threads that read questions; what comes out is in the order of the questions, however many there are. */
export function openTeachers({ examples, tables, threads }: Lessons & { threads: number }) {
  const lessons = { examples, tables };
  const workers = Array.from({ length: threads }, () => new Worker(new URL(import.meta.url), { workerData: lessons }));
  async function all<Item>(weightsOf?: readonly Weights[]): Promise<Item[]> {
    const starts = Array.from({ length: Math.ceil(examples.length / mostTaken) }, (_, at) => at * mostTaken);
    const found: Item[][] = starts.map(() => []);
    const left = starts.keys();
    await Promise.all(
      workers.map(async (worker) => {
        for (const at of left) {
          const to = Math.min(examples.length, starts[at] + mostTaken);
          found[at] = await ask<Item>(worker, { from: starts[at], to, weightsOf });
        }
      }),
    );
    return found.flat();
  }
  return {
    collect: () => all<Collected & { weight?: number }>(),
    show: (weightsOf: readonly Weights[]) => all<Shown>(weightsOf),
    close: () => {
      for (const worker of workers) void worker.terminate();
    },
  };
}

function ask<Item>(worker: Worker, task: Task): Promise<Item[]> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (made: Item[]) => {
      worker.off('error', reject);
      resolve(made);
    });
    worker.postMessage(task);
  });
}

if (!isMainThread && parentPort) {
  const lessons = lessonsOf(workerData as Lessons);
  parentPort.on('message', ({ from, to, weightsOf }: Task) => {
    const places = Array.from({ length: to - from }, (_, at) => from + at);
    const made = places.flatMap((at): object[] => (weightsOf ? lessons.show(at, weightsOf) : lessons.collect(at)));
    parentPort?.postMessage(made);
  });
}
