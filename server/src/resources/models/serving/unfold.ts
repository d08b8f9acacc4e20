import type { Predictions } from '@sibyl/engine/model.ts';
import { type AskedRow, rowIdColumn } from './row-writer.ts';

/** Returns one row per prediction: a forecast answers one row with many and fills in time and series. */
export function unfoldRows(asked: AskedRow[], { unfolding }: Predictions): AskedRow[] {
  if (!unfolding) return asked;
  const answers = new Map<number, number>();
  for (const row of unfolding.askedRows) answers.set(row, (answers.get(row) ?? 0) + 1);
  return unfolding.cells.map((cells, index) => {
    const row = unfolding.askedRows[index];
    const { cells: sent, original, truth } = asked[row];
    const own = Object.hasOwn(sent, rowIdColumn) ? { [rowIdColumn]: sent[rowIdColumn] } : {};
    // What was sent for one time, such as a price, was used for it; several times have no single value.
    const known = answers.get(row) === 1 ? sent : {};
    return { cells: { ...known, ...own, ...cells }, original, truth };
  });
}
