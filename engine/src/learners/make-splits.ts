import { encodeFor, type Frame } from '../encoding/frame.ts';
import type { RowSplit } from '../splits/folds.ts';
import type { Split } from './contract.ts';

/** What all splits have in common. */
export type Circumstances = Pick<Split, 'deadline' | 'threads' | 'pause'>;

/** Encodes the splits, with target encoders fitted on each split's training rows. */
export function makeSplits(
  frame: Frame,
  rowSplits: readonly RowSplit[],
  seed: number,
  circumstances: Circumstances,
): Split[] {
  return rowSplits.map(({ train, validation }, splitIndex) => ({
    encoded: encodeFor(frame, train, seed + splitIndex),
    labels: frame.labels,
    train,
    validation,
    seed: seed + splitIndex,
    ...circumstances,
  }));
}

/** Joins the validation rows of the splits. */
export function validationRows(splits: readonly Split[]): Int32Array {
  const rows = new Int32Array(splits.reduce((sum, { validation }) => sum + validation.length, 0));
  let at = 0;
  for (const { validation } of splits) {
    rows.set(validation, at);
    at += validation.length;
  }
  return rows;
}

/** Joins predictions by split, in the order of `validationRows`. */
export function joinPredictions(bySplit: readonly Float64Array[]): Float64Array {
  const predictions = new Float64Array(bySplit.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const values of bySplit) {
    predictions.set(values, at);
    at += values.length;
  }
  return predictions;
}
