/** Runs the listeners in their own thread, so that they do not slow the writers or the clock. */
import { parentPort, workerData } from 'node:worker_threads';
import { CountingListener } from './counting-listener.ts';

const { base, project, count } = workerData as { base: string; project: string; count: number };
const atOnce = 100;

const listeners: CountingListener[] = [];
while (listeners.length < count) {
  const some = Array.from({ length: Math.min(atOnce, count - listeners.length) });
  listeners.push(...(await Promise.all(some.map(() => CountingListener.open(base, project)))));
}
parentPort?.on('message', () => parentPort?.postMessage(summarize()));
parentPort?.postMessage(summarize());

function summarize() {
  const sum = (figureOf: (listener: CountingListener) => number) =>
    listeners.reduce((all, listener) => all + figureOf(listener), 0);
  return {
    open: sum(({ isOpen }) => Number(isOpen)),
    events: sum(({ count }) => count),
    gaps: sum(({ gaps }) => gaps),
  };
}
