import { Worker } from 'node:worker_threads';
import type { Arena } from '../arena.ts';
import { histogramStride, type Kernel } from '../kernel/kernel.ts';
import { controlLength, controlWords, shareOf } from './control.ts';
import { type HistogramPlan, sumHistograms } from './histogram-job.ts';
import type { WorkerTask } from './worker.ts';

/** Sums histograms, on one thread or several; the sums are of integers, so the result is the same to the bit. */
export interface HistogramTeam {
  sum(rows: number, count: number, histograms: number): void;
  /** Whether all threads have started up and share the work. */
  isReady(): boolean;
  /** Ends the worker threads. */
  close(): void;
}

/** Fewer cells than this are summed sooner than other threads wake up. */
const fewestCells = 200_000;
const patienceMilliseconds = 60_000;
/** Loops before a thread that waits lets the system sleep it: a few microseconds. */
const spins = 2000;

export function createSoloTeam(kernel: Kernel, plan: HistogramPlan): HistogramTeam {
  return {
    sum: (rows, count, histograms) => sumHistograms(kernel, plan, rows, count, histograms),
    isReady: () => true,
    close() {},
  };
}

function startWorkers(arena: Arena, plan: HistogramPlan, control: SharedArrayBuffer, threads: number): number[] {
  const addresses: number[] = [];
  for (let index = 1; index < threads; index++) {
    const histograms = arena.allocate(plan.featureCount * histogramStride);
    addresses.push(histograms);
    const task: WorkerTask = { memory: arena.memory, plan, control, histograms, index, threads };
    new Worker(new URL('./worker.ts', import.meta.url), { workerData: task }).unref();
  }
  return addresses;
}

/** Sleeps until no worker is at work; throws when one has failed or does not answer. */
function waitForWorkers(words: Int32Array<SharedArrayBuffer>): void {
  const deadline = performance.now() + patienceMilliseconds;
  for (let turn = 0; ; turn++) {
    const pending = Atomics.load(words, controlWords.pending);
    if (pending === 0) return;
    if (Atomics.load(words, controlWords.failed) > 0 || performance.now() > deadline) {
      throw new Error('A training thread failed.');
    }
    if (turn > spins) Atomics.wait(words, controlWords.pending, pending, 1000);
  }
}

/**
 * Starts `threads - 1` worker threads that sum rows of large nodes beside this one. Until all have started up, this
 * thread works alone. It waits by blocking, so nothing else runs on it meanwhile.
 */
export function createTeam(arena: Arena, kernel: Kernel, plan: HistogramPlan, threads: number): HistogramTeam {
  // Not in the arena, whose memory is used anew after training: a worker may start up as late as that.
  const control = new SharedArrayBuffer(controlLength * 4);
  const addresses = startWorkers(arena, plan, control, threads);
  const words = new Int32Array(control);
  const isReady = () => Atomics.load(words, controlWords.ready) === threads - 1;
  return {
    isReady,
    sum(rows, count, histograms) {
      if (!isReady() || count * plan.featureCount < fewestCells) {
        sumHistograms(kernel, plan, rows, count, histograms);
        return;
      }
      words[controlWords.rows] = rows;
      words[controlWords.count] = count;
      Atomics.store(words, controlWords.pending, threads - 1);
      Atomics.add(words, controlWords.job, 1);
      Atomics.notify(words, controlWords.job);
      sumHistograms(kernel, plan, rows, shareOf(count, 0, threads).size, histograms);
      waitForWorkers(words);
      for (const partial of addresses) kernel.addHistogram(histograms, partial, plan.cellCounts, plan.featureCount);
    },
    close() {
      Atomics.store(words, controlWords.isClosing, 1);
      Atomics.add(words, controlWords.job, 1);
      Atomics.notify(words, controlWords.job);
    },
  };
}
