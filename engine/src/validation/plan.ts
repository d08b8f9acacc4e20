import type { Field } from '../columns/fields.ts';
import type { Labels } from '../encoding/frame.ts';
import { bandsOf, makeSplits, type Split } from '../selection/folds.ts';
import type { Settings } from '../training/settings.ts';
import { findRepeats, type Repeats } from './repeats.ts';

/** How rows are held out, so that what is seen on them holds for the rows that the model will be asked about. */
export interface Validation {
  splits: Split[];
  /** Rows with the same number are no independent evidence: they are held out, and counted, together. */
  group: Int32Array;
  repeats: Repeats;
}

/** Splits of the labelled rows: repetitions together, classes or bands of the target spread evenly. */
export function planValidation(
  fields: readonly Field[],
  labels: Labels,
  { folds, repeats, seed }: Pick<Settings, 'folds' | 'repeats' | 'seed'>,
): Validation {
  const rowCount = labels.values.length;
  const cells = fields.map((field) => (field.type === 'numeric' ? field.values : field.codes));
  const found = findRepeats(cells, labels.values);
  const stratum = labels.classCount === 0 ? bandsOf(labels.values) : Int32Array.from(labels.values);
  const splits = makeSplits({ rowCount, folds, repeats, seed, group: found.group, stratum });
  return {
    splits: splits.filter(({ train, held }) => train.length > 0 && held.length > 0),
    group: found.group,
    repeats: found,
  };
}
