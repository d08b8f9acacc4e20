/** Shares of the time budget after which the search on the sample, and then the growing, must be over. */
export const [searchShare, growShare] = [0.3, 0.8];

/** Number of rows, rounds and learning rate for growing on all rows. */
export interface Pace {
  rows: number;
  rounds: number;
  learningRate: number;
}

export interface Work {
  rows: number;
  /** Most rows that fit in memory. */
  mostRows: number;
  features: number;
  /** Trees in a round. */
  outputs: number;
  /** Seconds for reading all rows and growing trees on them. */
  seconds: number;
}

/** Nominal seconds for a cell: reading it into its bin, and growing a tree over it. */
const [readSeconds, growSeconds] = [60e-9, 6e-9];
const [mostRounds, usualRate, highestRate] = [1000, 0.08, 0.3];
/** Fewest rounds before rows are dropped, and the number of rows from which on that applies. */
const [wantedRounds, enoughRows] = [100, 1_000_000];
/** Fewest rounds: with fewer, trees grown on the sample are better. */
const fewestRounds = 10;

/**
 * Returns what the time allows on a nominal machine: rows are dropped evenly when all would take too long, and fewer
 * rounds get a larger learning rate. Nominal speed keeps models reproducible. Undefined when even that takes too long.
 */
export function decidePace({ rows, mostRows, features, outputs, seconds }: Work): Pace | undefined {
  const perRow = features * outputs * growSeconds;
  const left = seconds - rows * (features + 1) * readSeconds;
  const affordable = Math.max(enoughRows, left / perRow / wantedRounds);
  const kept = Math.floor(Math.min(rows, mostRows, affordable));
  const rounds = Math.min(mostRounds, Math.floor(left / (kept * perRow)));
  if (rounds < fewestRounds) return undefined;
  const slow = rounds < mostRounds ? (usualRate * mostRounds) / rounds / 2 : usualRate;
  return { rows: kept, rounds, learningRate: Math.min(highestRate, Math.max(usualRate, slow)) };
}
