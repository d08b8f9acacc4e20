import type { Split } from '../learners/contract.ts';
import { shuffle } from '../random.ts';

/** Validation rows on which inputs are shuffled, and how many of all rows each stands for. */
export interface JudgedRows {
  rows: Int32Array;
  /** Of each row, its class; 0 where the target is a number. */
  strata: Int32Array;
  /** Share of each class among the validation rows. */
  shares: Float64Array;
}

/** Draws rows of which each class has the same number, as far as it has them: else a rare class would be a few rows. */
export function drawRows({ labels, validation }: Split, limit: number, random: () => number): JudgedRows {
  const classes = Math.max(1, labels.classCount);
  const stratumOf = (row: number) => (labels.classCount > 0 ? labels.values[row] : 0);
  const byClass: number[][] = Array.from({ length: classes }, () => []);
  for (const row of shuffle(validation.slice(), random)) byClass[stratumOf(row)].push(row);
  const taken = Int32Array.from(fairly(byClass, limit));
  return {
    rows: taken,
    strata: taken.map(stratumOf),
    shares: Float64Array.from(byClass, ({ length }) => length / validation.length),
  };
}

/** Smallest classes first: what they leave free goes to the others. */
function fairly(byClass: readonly number[][], limit: number): number[] {
  const taken: number[] = [];
  const sorted = byClass.toSorted((a, b) => a.length - b.length);
  for (const [place, rows] of sorted.entries()) {
    const fair = Math.ceil((limit - taken.length) / (sorted.length - place));
    taken.push(...rows.slice(0, Math.max(0, fair)));
  }
  return taken;
}
