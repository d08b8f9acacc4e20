import { rowTooLarge } from './faults.ts';
import { distinctNames, type RowLimits, type RowShape, RowWriter } from './row-writer.ts';
import type { QueryResult, WrittenResult } from './types.ts';

/** Writes rows that another database sent as JSON, piece by piece, with turns of everybody else between. */
export async function writeResult(result: QueryResult, shape: RowShape, limits: RowLimits): Promise<WrittenResult> {
  const { columns, rows, truncated } = result;
  const names = columns.map(({ name }) => name);
  const distinct = shape === 'lists' ? names : distinctNames(names);
  const writer = new RowWriter(distinct, shape, limits);
  const pieces: Uint8Array[] = [];
  for (const row of rows) {
    if (!writer.add(row)) break;
    const finished = writer.takePieces();
    pieces.push(...finished);
    if (finished.length > 0) await new Promise(setImmediate);
  }
  const { rowCount, cutBy } = writer.end();
  if (cutBy === 'bytes' && rowCount === 0) throw rowTooLarge(limits.maxBytes);
  pieces.push(...writer.takePieces());
  const named = columns.map((column, index) => ({ ...column, name: distinct[index] }));
  return { columns: named, pieces, rowCount, cutBy: cutBy ?? (truncated ? 'rows' : undefined) };
}
