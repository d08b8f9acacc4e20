import type { Frame } from '../encoding/frame.ts';
import { type Circumstances, makeSplits } from '../learners/make-splits.ts';
import { splitsToHold } from '../search/race.ts';
import type { ValidationPlan } from '../validation/plan-validation.ts';
import { findShortening, joinFolds } from './shorten-search.ts';

/** Makes the splits; where time is short, folds are joined so that all rows are judged by fewer fits. */
export async function foldInTime(
  frame: Frame,
  { rowSplits, folds, scheme }: ValidationPlan,
  seed: number,
  circumstances: Circumstances,
  isWatched: boolean,
) {
  const wanted = rowSplits.slice(0, folds.splits);
  const [first] = makeSplits(frame, wanted.slice(0, 1), seed, circumstances);
  const held = splitsToHold(wanted, frame.rowCount);
  const shortening = isWatched ? await findShortening(first, held) : undefined;
  if (!shortening || scheme === 'forward' || shortening.folds >= held) {
    const others = wanted.slice(1);
    return { shortening, folds, splits: [first, ...makeSplits(frame, others, seed + 1, circumstances)] };
  }
  const joined = joinFolds(rowSplits.slice(0, folds.folds), shortening.folds);
  return {
    shortening,
    folds: { folds: shortening.folds, repeats: 1, splits: shortening.folds },
    splits: makeSplits(frame, joined, seed, circumstances),
  };
}
