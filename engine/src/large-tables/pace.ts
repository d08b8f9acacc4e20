/** Shares of the time budget after which the search on the sample, and then the growing, must be over. */
export const [searchShare, growShare] = [0.3, 0.8];

/** On how many rows, in how many rounds and by what steps trees are grown. */
export interface Pace {
  rows: number;
  rounds: number;
  learningRate: number;
}

export interface Work {
  rows: number;
  /** Rows that there is memory for. */
  mostRows: number;
  features: number;
  /** Trees a round. */
  outputs: number;
  /** Seconds for reading all rows and growing trees on them. */
  seconds: number;
}

/** What a core takes for a cell: reading it into its bin, and growing a tree over it. */
const [readSeconds, growSeconds] = [60e-9, 6e-9];
const [mostRounds, usualRate, highestRate] = [1000, 0.08, 0.3];
/** So many rounds are worth more than more rows, from so many rows on. */
const [wantedRounds, enoughRows] = [100, 1_000_000];
/** Fewer rounds say less than the trees of a sample. */
const fewestRounds = 10;

/**
 * What the time allows for on a usual machine: rows at even distances are left out where all would be too slow, and fewer
 * rounds are longer steps. Undefined when not even that is affordable. By a nominal speed, not by a clock, so that the same
 * table and seed give the same model unless time runs out.
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
