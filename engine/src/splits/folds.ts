import { createRandom, rowNumbers, shuffle } from '../random.ts';

/** Row numbers of one split: fit on `train`, judge on `validation`. Both ascend. */
export interface RowSplit {
  train: Int32Array;
  validation: Int32Array;
}

export interface FoldRequest {
  rowCount: number;
  folds: number;
  repeats: number;
  seed: number;
  /** Rows with the same number stay in the same fold. */
  group: Int32Array;
  /** Each stratum is balanced over the folds; for regression it is a coarse rank of the target. */
  stratum: Int32Array;
}

/** Makes seeded, stratified folds that keep groups together, dealt anew `repeats` times. */
export function makeRowSplits(request: FoldRequest): RowSplit[] {
  const rowSplits: RowSplit[] = [];
  for (let repeat = 0; repeat < request.repeats; repeat++) {
    const foldOf = assignFolds(request, createRandom(request.seed + 7919 * (repeat + 1)));
    const rows = rowNumbers(request.rowCount);
    for (let fold = 0; fold < request.folds; fold++)
      rowSplits.push({
        train: rows.filter((row) => foldOf[row] !== fold),
        validation: rows.filter((row) => foldOf[row] === fold),
      });
  }
  return rowSplits;
}

/** Deals groups in random order, each to the fold with fewest rows of its stratum, then fewest rows. */
function assignFolds({ rowCount, folds, group, stratum }: FoldRequest, random: () => number): Uint8Array {
  const foldOfGroup = new Map<number, number>();
  const sizes = new Float64Array(folds);
  const strata = new Map<number, Float64Array>();
  const foldOf = new Uint8Array(rowCount);
  for (const row of shuffle(rowNumbers(rowCount), random)) {
    const counts = strata.get(stratum[row]) ?? new Float64Array(folds);
    strata.set(stratum[row], counts);
    const fold = foldOfGroup.get(group[row]) ?? emptiest(counts, sizes);
    foldOfGroup.set(group[row], fold);
    foldOf[row] = fold;
    counts[fold] += 1;
    sizes[fold] += 1;
  }
  return foldOf;
}

function emptiest(counts: Float64Array, sizes: Float64Array): number {
  let best = 0;
  for (let fold = 1; fold < counts.length; fold++) {
    if (counts[fold] < counts[best] || (counts[fold] === counts[best] && sizes[fold] < sizes[best])) best = fold;
  }
  return best;
}
