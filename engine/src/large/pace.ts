/** How many rounds of trees all rows are given, and their steps. */
export interface Pace {
  rounds: number;
  learningRate: number;
}

export interface Work {
  rows: number;
  features: number;
  /** Trees a round. */
  outputs: number;
  /** Seconds for reading all rows and growing trees on them. */
  seconds: number;
}

/** What a core of 2020 takes for a cell: reading it into its bin, and growing a tree over it. */
const [readSeconds, growSeconds] = [60e-9, 6e-9];
const [mostRounds, usualRate, highestRate] = [1000, 0.08, 0.3];
/** Fewer rounds say less than trees of a sample. */
const fewestRounds = 10;

/**
 * Rounds that the time allows for on a usual machine, fewer being longer steps; undefined when they are too few. By a
 * nominal speed, not by a clock, so that the same table and seed give the same model unless time runs out.
 */
export function decidePace({ rows, features, outputs, seconds }: Work): Pace | undefined {
  const left = seconds - rows * (features + 1) * readSeconds;
  const affordable = Math.floor(left / (rows * features * outputs * growSeconds));
  if (affordable < fewestRounds) return undefined;
  if (affordable >= mostRounds) return { rounds: mostRounds, learningRate: usualRate };
  const learningRate = Math.min(highestRate, (usualRate * mostRounds) / affordable / 2);
  return { rounds: affordable, learningRate: Math.max(usualRate, learningRate) };
}
