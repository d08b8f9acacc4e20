import type { Frame } from '../encoding/frame.ts';
import { rowNumbers } from '../random.ts';
import { outputCount } from '../selection/candidate.ts';
import { bandsOf, groupEqualRows, makeSplits, type Split } from '../selection/folds.ts';
import type { Settings } from './settings.ts';

/** On longer tables twins are too small a share of the held rows to flatter. */
const mostGrouped = 200_000;

/** Splits of the labelled rows: equal rows together, classes or bands of the target spread evenly. */
export function splitRows(frame: Frame, { folds, repeats, seed }: Settings): Split[] {
  const { labels, rowCount, fields } = frame;
  const cells = fields.map((field) => (field.type === 'numeric' ? field.values : field.codes));
  const stratum = labels.classCount === 0 ? bandsOf(labels.values) : Int32Array.from(labels.values);
  const group =
    rowCount <= mostGrouped ? keepDuplicatesTogether(groupEqualRows(cells, rowCount)) : rowNumbers(rowCount);
  const splits = makeSplits({ rowCount, folds, repeats, seed, group, stratum });
  return splits.filter(({ train, held }) => train.length > 0 && held.length > 0);
}

/** Where most rows have a twin, twins are what new rows will be too: then every row counts alone. */
function keepDuplicatesTogether(group: Int32Array): Int32Array {
  return new Set(group).size >= group.length / 2 ? group : group.map((_, row) => row);
}

/** The mean held-out prediction of each row of a regression, NaN where it was never held out. */
export function meanByRow(frame: Frame, rows: Int32Array, predictions: Float64Array): Float64Array {
  if (outputCount(frame.labels) !== 1) throw new RangeError('only a regression has one prediction a row');
  const sums = new Float64Array(frame.rowCount);
  const counts = new Float64Array(frame.rowCount);
  for (const [index, row] of rows.entries()) {
    sums[row] += predictions[index];
    counts[row] += 1;
  }
  return sums.map((sum, row) => (counts[row] > 0 ? sum / counts[row] : Number.NaN));
}
