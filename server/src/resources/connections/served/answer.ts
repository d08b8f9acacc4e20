import { rowTooLarge } from '../../../platform/data/faults.ts';
import { reportPieces } from '../../../platform/data/pieces.ts';
import { nameColumns, type RowShape, RowWriter } from '../../../platform/data/row-writer.ts';
import { shorten } from '../../../platform/data/shorten.ts';
import type { JsonValue, TableColumn, WrittenResult } from '../../../platform/data/types.ts';
import type { Task } from '../../../platform/workers/serve-tasks.ts';
import { mostHeldBytes, requireReadable, type StreamRows } from './rows.ts';

export interface Answering {
  sql: string;
  shape: RowShape;
  maxRows: number;
  timeoutMs: number;
  /** Maximum bytes from the database. */
  maxBytes: number;
  /** Maximum bytes of the rows as JSON. */
  answerBytes: number;
  cellCharacters?: number | undefined;
}

/** Rows that the database is asked for at once: each batch is a round trip. */
const batchRows = 1000;

/** Runs a query and reports the JSON of its first rows, piece by piece. */
export async function writeAnswer(
  stream: StreamRows,
  { sql, shape, maxRows, timeoutMs, maxBytes, answerBytes, cellCharacters }: Answering,
  signal: AbortSignal,
  report: Task['report'],
): Promise<Omit<WrittenResult, 'pieces'>> {
  let columns: TableColumn[] | undefined;
  let writer = new RowWriter([], shape, { maxRows, maxBytes: answerBytes });
  const limits = { batchRows: Math.min(batchRows, maxRows + 1), timeoutMs, maxBytes: within(maxBytes), signal };
  await stream(sql, limits, async (batch) => {
    if (columns === undefined) {
      requireReadable(batch.columns);
      columns = nameColumns(batch.columns, shape);
      const names = columns.map(({ name }) => name);
      writer = new RowWriter(names, shape, { maxRows, maxBytes: answerBytes });
    }
    for (const row of batch.rows) {
      if (!writer.add(fit(row, cellCharacters))) return false;
      await reportPieces(writer, report);
    }
    return true;
  });
  const { rowCount, cutBy } = writer.end();
  if (cutBy === 'bytes' && rowCount === 0) throw rowTooLarge(answerBytes);
  await reportPieces(writer, report);
  return { columns: columns ?? [], rowCount, cutBy };
}

function within(maxBytes: number): number {
  return Math.min(maxBytes, mostHeldBytes);
}

function fit(row: JsonValue[], cellCharacters: number | undefined): JsonValue[] {
  return cellCharacters === undefined ? row : row.map((cell) => shorten(cell, cellCharacters));
}
