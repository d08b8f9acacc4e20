import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import { evenValues, mostValues, nearest } from './coarsen.ts';
import type { ReferenceRows } from './reference-rows.ts';

const missing = mostValues;
const mostSaved = 1_000_000;

/** Saves one byte for each cell, and for each feature the values that the bytes stand for. */
export function saveReferenceRows({ count, cells }: ReferenceRows, tensors: TensorWriter): Record<string, unknown> {
  const width = cells.length / count;
  const codes = new Uint8Array(cells.length);
  const values: Float64Array[] = [];
  for (let feature = 0; feature < width; feature++) {
    const column = Float64Array.from({ length: count }, (_, row) => cells[row * width + feature]);
    const kept = evenValues(column);
    values.push(kept);
    for (const [row, value] of column.entries())
      codes[row * width + feature] = Number.isNaN(value) ? missing : nearest(kept, value);
  }
  const all = new Float64Array(values.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const kept of values) {
    all.set(kept, at);
    at += kept.length;
  }
  return {
    count,
    codes: tensors.add(codes),
    values: tensors.add(all),
    valueCounts: values.map(({ length }) => length),
  };
}

export function loadReferenceRows(saved: SavedValue, width: number): ReferenceRows {
  const count = saved.get('count').integer(1, mostSaved);
  const codes = saved.get('codes').integers(Uint8Array, 0, missing, count * width);
  const counts = saved
    .get('valueCounts')
    .list(width)
    .map((length) => length.integer(0, mostValues));
  if (counts.length !== width) saved.fail('of as many features as the model');
  const values = saved.get('values').doubles(counts.reduce((sum, length) => sum + length, 0));
  const cells = new Float64Array(codes.length);
  let start = 0;
  for (let feature = 0; feature < width; feature++) {
    for (let row = 0; row < count; row++) {
      const code = codes[row * width + feature];
      if (code !== missing && code >= counts[feature]) saved.fail('of codes below the number of values');
      cells[row * width + feature] = code === missing ? Number.NaN : values[start + code];
    }
    start += counts[feature];
  }
  return { count, cells };
}
