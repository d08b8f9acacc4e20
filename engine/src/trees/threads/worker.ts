/** A worker thread: sums its share of a node's rows into histograms of its own, as often as the main thread asks. */
import { workerData } from 'node:worker_threads';
import { createWasmKernel } from '../kernel/wasm.ts';
import { controlWords, shareOf } from './control.ts';
import { type HistogramPlan, sumHistograms } from './histogram-job.ts';

/** What the main thread hands to a worker. */
export interface WorkerTask {
  memory: WebAssembly.Memory;
  plan: HistogramPlan;
  control: SharedArrayBuffer;
  /** Address of the worker's own histograms. */
  histograms: number;
  /** From 1; the main thread is 0. */
  index: number;
  threads: number;
}

const { memory, plan, control, histograms, index, threads }: WorkerTask = workerData;
const kernel = createWasmKernel(memory);
const words = new Int32Array(control);

function finishJob(): void {
  const { start, size } = shareOf(words[controlWords.count], index, threads);
  // Row addresses may exceed 2^31, where an int32 turns negative.
  sumHistograms(kernel, plan, (words[controlWords.rows] >>> 0) + start * 4, size, histograms);
}

function work(): void {
  for (let seen = 0; ; seen++) {
    Atomics.wait(words, controlWords.job, seen);
    if (Atomics.load(words, controlWords.isClosing) === 1) return;
    finishJob();
    Atomics.sub(words, controlWords.pending, 1);
    Atomics.notify(words, controlWords.pending);
  }
}

try {
  Atomics.add(words, controlWords.ready, 1);
  work();
} catch (error) {
  Atomics.add(words, controlWords.failed, 1);
  Atomics.notify(words, controlWords.pending);
  throw error;
}
