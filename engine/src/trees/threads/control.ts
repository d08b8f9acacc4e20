import { mostChunks } from '../state/layout.ts';

/**
 * Shared state of a team's threads. It has memory of its own, because the memory of a training is reused afterwards.
 */
export interface Control {
  readonly words: Int32Array<SharedArrayBuffer>;
  /** The layout of the current job. */
  readonly numbers: Float64Array<SharedArrayBuffer>;
  /** The result of each chunk. */
  readonly results: Int32Array<SharedArrayBuffer>;
  /** For each thread, the last job of which it took a chunk. */
  readonly lastJobs: Int32Array<SharedArrayBuffer>;
}

/** Places in `Control.words`. */
export const controlWords = {
  /** The next chunk and its job; see `takeChunks`. */
  ticket: 0,
  /** Number of the job in `jobs`. */
  kind: 1,
  /** Rows of the job, and of a chunk. */
  count: 2,
  chunkRows: 3,
  /** Chunks that are done. */
  done: 4,
  /** Number of workers that have joined. */
  ready: 5,
  /** 1 when workers must leave. */
  isClosing: 6,
  /** Workers that failed. */
  failed: 7,
} as const;

const [wordCount, numberCount, mostThreads] = [8, 4, 64];
const numbersAt = wordCount * 4;
const resultsAt = numbersAt + numberCount * 8;
const lastJobsAt = resultsAt + mostChunks * 4;

export function createControl(): SharedArrayBuffer {
  return new SharedArrayBuffer(lastJobsAt + mostThreads * 4);
}

export function viewControl(shared: SharedArrayBuffer): Control {
  return {
    words: new Int32Array(shared, 0, wordCount),
    numbers: new Float64Array(shared, numbersAt, numberCount),
    results: new Int32Array(shared, resultsAt, mostChunks),
    lastJobs: new Int32Array(shared, lastJobsAt, mostThreads),
  };
}

/** Number of spins before the thread sleeps: about 50 microseconds, the cost of a wake-up. */
const spins = 4000;

/** Returns once the word is no longer `value`, or after a second of sleep. */
export function awaitChange(words: Int32Array<SharedArrayBuffer>, place: number, value: number): void {
  for (let turn = 0; turn < spins; turn++) if (Atomics.load(words, place) !== value) return;
  Atomics.wait(words, place, value, 1000);
}
