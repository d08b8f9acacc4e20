const longestMs = 5 * 60_000;

/** Returns the wait after so many consecutive failures: 1 s, 2 s, 4 s … 5 min, with 20 % jitter. */
export function backoffMs(failures: number): number {
  const exact = Math.min(1000 * 2 ** Math.min(failures - 1, 20), longestMs);
  return exact * (0.9 + Math.random() * 0.2);
}

export function after(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}
