import type { Kernel } from '../kernel/kernel.ts';
import { kernelModule } from '../kernel/wasm.ts';
import type { Arena } from '../state/arena.ts';
import { gradientChunk, type Layout } from '../state/layout.ts';
import { firstTicket, lastTicket, nextJob, takeChunks } from './chunks.ts';
import { awaitChange, controlWords, createControl, viewControl } from './control.ts';
import { doChunk, type JobName, jobs } from './jobs.ts';
import { giveBackWorkers, takeWorkers } from './pool.ts';
import type { Membership } from './worker.ts';

/** Runs the jobs of a training on one thread or several; the result is the same to the bit. */
export interface Team {
  /**
   * Runs a job over `count` rows, on several threads if it takes one of them long enough. Returns the rows of a chunk
   * (all when it was not shared); `results` then holds the result of each chunk.
   */
  run(job: JobName, count: number, nanoseconds: number, first: number, second: number): number;
  readonly results: Int32Array;
  /** Returns whether a thread took part in the last job. */
  hasHelped(index: number): boolean;
  /** Returns whether all threads have joined. */
  isReady(): boolean;
  /** Releases the worker threads. */
  close(): void;
}

/** Below this duration dispatching to threads costs more than the work. */
const fewestNanoseconds = 50_000;
/** Number of chunks for each thread: several, so that other threads can do the work of one that is late. */
const chunksPerThread = 4;
const patienceMilliseconds = 60_000;

export function createSoloTeam(kernel: Kernel, layout: Layout): Team {
  const results = new Int32Array(1);
  const thread = { kernel, layout, index: 0 };
  return {
    results,
    run(job, count, _nanoseconds, first, second) {
      results[0] = doChunk(thread, { index: 0, start: 0, size: count, isFirst: true }, jobs[job], first, second);
      return count;
    },
    hasHelped: () => false,
    isReady: () => true,
    close() {},
  };
}

/** Returns once all chunks are done; throws when a worker has failed or does not answer. */
function awaitChunks(words: Int32Array<SharedArrayBuffer>, chunks: number): void {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    const done = Atomics.load(words, controlWords.done);
    if (done === chunks) return;
    if (Atomics.load(words, controlWords.failed) > 0 || performance.now() > deadline) {
      throw new Error('A training thread failed.');
    }
    awaitChange(words, controlWords.done, done);
  }
}

/**
 * Creates a team of this thread and `threads - 1` workers. Until all have joined, this thread works alone. It blocks
 * while it waits, so nothing else runs on it.
 */
export function createTeam(arena: Arena, kernel: Kernel, layout: Layout, threads: number): Team {
  const shared = createControl();
  const control = viewControl(shared);
  const { words, numbers, results, lastJobs } = control;
  const solo = createSoloTeam(kernel, layout);
  const thread = { kernel, layout, index: 0 };
  const workers = takeWorkers(threads - 1);
  for (const [place, worker] of workers.entries()) {
    const { memory } = arena;
    const joining: Membership = { memory, module: kernelModule(), layout, control: shared, index: place + 1 };
    worker.postMessage(joining);
  }
  const isReady = () => Atomics.load(words, controlWords.ready) === threads - 1;
  let job = 0;
  return {
    results,
    isReady,
    hasHelped: (index) => lastJobs[index] === job,
    run(name, count, nanoseconds, ...given) {
      job = nextJob(job);
      if (nanoseconds < fewestNanoseconds || !isReady()) {
        solo.run(name, count, nanoseconds, ...given);
        results[0] = solo.results[0];
        return count;
      }
      const chunkRows = gradientChunk * Math.ceil(count / gradientChunk / (threads * chunksPerThread));
      numbers.set(given);
      words[controlWords.kind] = jobs[name];
      words[controlWords.count] = count;
      words[controlWords.chunkRows] = chunkRows;
      words[controlWords.done] = 0;
      Atomics.store(words, controlWords.ticket, firstTicket(job));
      Atomics.notify(words, controlWords.ticket);
      takeChunks(thread, control, job);
      awaitChunks(words, Math.ceil(count / chunkRows));
      Atomics.store(words, controlWords.ticket, lastTicket(job));
      return chunkRows;
    },
    close() {
      Atomics.store(words, controlWords.isClosing, 1);
      Atomics.store(words, controlWords.ticket, lastTicket(nextJob(job)));
      Atomics.notify(words, controlWords.ticket);
      giveBackWorkers(workers);
    },
  };
}
