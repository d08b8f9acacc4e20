import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import type { Split } from '../learners/contract.ts';
import type { RowSplit } from '../splits/folds.ts';

/** How a search is shortened that has no time for the usual one. */
export interface Shortening {
  /** Milliseconds for the first fit of each candidate. */
  fitMilliseconds: number;
  /** Number of folds for which there is time. */
  folds: number;
}

/** Rounds of the fit that is timed, and of a usual one. */
const [timedRounds, usualRounds] = [3, 150];
/** A search takes about as long as this many usual fits on all folds; where time is short there should be time for fewer. */
const [usualKinds, wantedKinds] = [10, 3];
/**
 * One pause of a busy machine is longer than three rounds on a small table, and two trainings of it would differ: the
 * shortest of some timings counts, unless one costs more than this share of the time left.
 */
const [mostTimings, timingShare] = [5, 0.005];
const [fewestFits, fewestFolds] = [2, 3];

/**
 * Times a few trees, and returns how a search must be shortened to end before the split's deadline; undefined where it
 * need not be. `held` is the number of splits that hold out as many rows as figures need.
 */
export async function findShortening(split: Split, held: number): Promise<Shortening | undefined> {
  let milliseconds = Number.POSITIVE_INFINITY;
  let left = split.deadline - performance.now();
  for (let timing = 0; timing < mostTimings; timing++) {
    const begun = performance.now();
    milliseconds = Math.min(milliseconds, (await timeRounds(split)) * (usualRounds / timedRounds));
    left = split.deadline - performance.now();
    if (milliseconds * usualKinds * held < left) return undefined;
    if (performance.now() - begun > left * timingShare) break;
  }
  const affordable = Math.floor(left / milliseconds / wantedKinds);
  const folds = Math.min(held, Math.max(fewestFolds, affordable));
  return { fitMilliseconds: left / wantedKinds / Math.max(folds, fewestFits), folds };
}

/** Returns the milliseconds of the timed rounds. Before, the rows are binned and the kernel is started. */
async function timeRounds(split: Split): Promise<number> {
  const { start } = boostingCandidate('timed', { rounds: timedRounds, maxLeaves: 31 }, 0);
  await start().add(split);
  const begun = performance.now();
  await start().add(split);
  return performance.now() - begun;
}

/** Joins folds, so that fewer fits judge the same rows: all that were held out once. */
export function joinFolds(rowSplits: readonly RowSplit[], folds: number): RowSplit[] {
  return Array.from({ length: folds }, (_, fold) => {
    const own = rowSplits.filter((_, place) => place % folds === fold);
    const validation = Int32Array.from(own.flatMap((one) => [...one.validation])).sort();
    const isHeld = new Set(validation);
    const train = own[0].train.filter((row) => !isHeld.has(row));
    return { train, validation };
  });
}
