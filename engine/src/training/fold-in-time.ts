import type { Frame } from '../encoding/frame.ts';
import { type Circumstances, makeSplits } from '../learners/make-splits.ts';
import { splitsToHold } from '../search/race.ts';
import type { ValidationPlan } from '../validation/plan-validation.ts';
import { findHaste, joinFolds } from './haste.ts';

/** Makes the splits; in haste, folds are joined so that all rows are judged by fewer fits. */
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
  const haste = isWatched ? await findHaste(first, held) : undefined;
  if (!haste || scheme === 'forward' || haste.folds >= held) {
    const others = wanted.slice(1);
    return { haste, folds, splits: [first, ...makeSplits(frame, others, seed + 1, circumstances)] };
  }
  const joined = joinFolds(rowSplits.slice(0, folds.folds), haste.folds);
  return {
    haste,
    folds: { folds: haste.folds, repeats: 1, splits: haste.folds },
    splits: makeSplits(frame, joined, seed, circumstances),
  };
}
