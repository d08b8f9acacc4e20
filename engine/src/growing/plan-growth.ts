import type { LargeTable } from '../large-tables/large-table.ts';
import { decidePace, growShare, type Pace, searchShare } from '../large-tables/pace.ts';
import type { Training } from '../training/prepare.ts';

/** Memory for bins, gradients and scores. */
const mostBytes = 2.5e9;
/**
 * Bytes for each row of a table that comes near: a bin for each feature; a score and a probability for each output; gradient, target and
 * places.
 */
const [featureBytes, outputBytes, rowBytes] = [1, 16, 40];

/** Returns undefined when there is too little time for trees on this many rows. */
export function decidePaceOf({ splits, frame, settings }: Training, { source }: LargeTable): Pace | undefined {
  const features = splits[0].encoded.features.length;
  const { classCount } = frame.labels;
  const outputs = classCount > 2 ? classCount : 1;
  const bytes = features * featureBytes + outputs * outputBytes + rowBytes;
  const seconds = settings.budgetSeconds * (growShare - searchShare);
  return decidePace({ rows: source.rowCount, mostRows: mostBytes / bytes, features, outputs, seconds });
}

/** Returns a 1 for each row to read from storage: evenly spaced, without the rows of the sample. */
export function chooseRows({ source, rows }: LargeTable, count: number): Uint8Array {
  const isKept = new Uint8Array(source.rowCount);
  const share = count / source.rowCount;
  for (let row = 0; row < isKept.length; row++) isKept[row] = Math.floor((row + 1) * share) - Math.floor(row * share);
  for (const row of rows) isKept[row] = 0;
  return isKept;
}
