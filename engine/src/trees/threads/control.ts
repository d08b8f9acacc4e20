/** Words of the control block that the main thread and its workers share, by place. */
export const controlWords = {
  /** Counts jobs; workers wait for it to change. */
  job: 0,
  /** Workers that have not yet finished the job. */
  pending: 1,
  /** Workers that have started up. */
  ready: 2,
  /** 1 when workers shall end. */
  isClosing: 3,
  /** Workers that failed. */
  failed: 4,
  /** Address and number of the job's rows, all threads' shares together. */
  rows: 5,
  count: 6,
} as const;

export const controlLength = 8;

/** The share of `count` rows that thread `index` of `threads` works on: first row and number. */
export function shareOf(count: number, index: number, threads: number): { start: number; size: number } {
  const start = Math.floor((count * index) / threads);
  return { start, size: Math.floor((count * (index + 1)) / threads) - start };
}
