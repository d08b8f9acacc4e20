import { mostChunks } from '../state/layout.ts';

/** Shared state of a team's threads, in memory of its own, because that of a training is reused after it. */
export interface Control {
  readonly words: Int32Array<SharedArrayBuffer>;
  /** The layout of the current job. */
  readonly numbers: Float64Array<SharedArrayBuffer>;
  /** What was found in each chunk. */
  readonly results: Int32Array<SharedArrayBuffer>;
  /** By thread, the last job that it took a chunk of. */
  readonly lastJobs: Int32Array<SharedArrayBuffer>;
}

/** Places in `Control.words`. */
export const controlWords = {
  /** Which chunk of which job is next; see `takeChunks`. */
  ticket: 0,
  /** Which of `jobs` it is. */
  kind: 1,
  /** Rows of the job, and of a chunk. */
  count: 2,
  chunkRows: 3,
  /** Chunks that are done. */
  done: 4,
  /** Number of workers that have joined. */
  ready: 5,
  /** 1 when workers are to leave. */
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

/** Spins this many times before the thread sleeps: about 50 microseconds, the cost of a wake-up. */
const spins = 4000;

/** Returns once the word is no longer `value`, or after a second of sleep. */
export function awaitChange(words: Int32Array<SharedArrayBuffer>, place: number, value: number): void {
  for (let turn = 0; turn < spins; turn++) if (Atomics.load(words, place) !== value) return;
  Atomics.wait(words, place, value, 1000);
}
