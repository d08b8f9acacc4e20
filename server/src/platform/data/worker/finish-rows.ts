import type { Task } from '../../workers/serve-tasks.ts';
import { rowTooLarge } from '../faults.ts';
import { reportPieces } from '../pieces.ts';
import type { RowWriter } from '../row-writer.ts';
import type { WrittenRows } from '../types.ts';

/** Maximum bytes of an answer for the service itself. */
export const usualBytes = 64 * 1024 * 1024;

/**
 * Passes on what is left of the rows.
 * @throws ServiceError for a first row that is larger than the whole answer may be
 */
export async function finishRows(
  writer: RowWriter,
  maxBytes: number,
  report: Task['report'],
): Promise<Omit<WrittenRows, 'pieces'>> {
  const { rowCount, cutBy } = writer.end();
  if (cutBy === 'bytes' && rowCount === 0) throw rowTooLarge(maxBytes);
  await reportPieces(writer, report);
  return { rowCount, cutBy };
}
