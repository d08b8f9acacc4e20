import type { Encoded } from '../encoding/frame.ts';
import { coarsen } from './coarsen.ts';
import type { ReferenceRows } from './reference-rows.ts';

const mostRows = 2000;
/** Wide tables keep fewer rows, so that a model stays small and quick. */
const mostCells = 100_000;
const fewestRows = 50;

/** Keeps the first rows of `order`, with each number rounded to one of the few values that a file holds. */
export function chooseReferenceRows({ columns }: Encoded, order: Int32Array): ReferenceRows {
  const width = Math.max(columns.length, 1);
  const most = Math.max(fewestRows, Math.min(mostRows, Math.floor(mostCells / width)));
  const rows = order.subarray(0, most);
  const cells = new Float64Array(rows.length * columns.length);
  for (const [feature, column] of columns.entries()) {
    const kept = coarsen(Float64Array.from(rows, (row) => column[row]));
    for (let place = 0; place < rows.length; place++) cells[place * columns.length + feature] = kept[place];
  }
  return { count: rows.length, cells };
}
