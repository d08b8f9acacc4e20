import type { Predictions } from '@sibyl/engine/model.ts';
import { type AskedRow, rowIdColumn } from './row-writer.ts';

/** Returns one row per prediction: a forecast answers one row with many and fills in time and series. */
export function unfoldRows(asked: AskedRow[], { unfolding }: Predictions): AskedRow[] {
  if (!unfolding) return asked;
  return unfolding.cells.map((cells, index) => {
    const { cells: sent, original, truth } = asked[unfolding.askedRows[index]];
    const own = Object.hasOwn(sent, rowIdColumn) ? { [rowIdColumn]: sent[rowIdColumn] } : {};
    return { cells: { ...own, ...cells }, original, truth };
  });
}
