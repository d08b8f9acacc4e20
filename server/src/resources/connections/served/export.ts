import { open } from 'node:fs/promises';
import type { JsonValue, TableColumn } from '../../../platform/data/types.ts';
import type { Task } from '../../../platform/workers/serve-tasks.ts';
import { requireDistinct, requireReadable, type StreamRows } from './rows.ts';

export interface Exporting {
  sql: string;
  timeoutMs: number;
  /** Maximum bytes from the database. */
  maxBytes: number;
  /** Path of the file of JSON lines; must not exist. */
  outputPath: string;
}

const batchRows = 2000;

/**
 * Writes one JSON object per line, reports the number of rows, and returns the types of columns that cannot be inferred
 * from their cells.
 */
export async function writeLines(
  stream: StreamRows,
  { sql, outputPath, ...limits }: Exporting,
  signal: AbortSignal,
  report: Task['report'],
): Promise<Record<string, TableColumn['type']>> {
  await using file = await open(outputPath, 'wx');
  let columns: TableColumn[] | undefined;
  let rowCount = 0;
  await stream(sql, { ...limits, signal, batchRows }, async (batch) => {
    if (columns === undefined) {
      requireReadable(batch.columns);
      requireDistinct(batch.columns);
      columns = batch.columns;
    }
    const names = columns.map(({ name }) => name);
    await file.appendFile(batch.rows.map((row) => lineOf(names, row)).join(''));
    rowCount += batch.rows.length;
    await report(rowCount);
    return true;
  });
  return Object.fromEntries((columns ?? []).filter(isOnlyText).map(({ name, type }) => [name, type]));
}

function lineOf(names: readonly string[], row: readonly JsonValue[]): string {
  return `${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index]])))}\n`;
}

/** Keeps text as text even when it looks like a number. */
function isOnlyText({ type }: TableColumn): boolean {
  return type === 'text' || type === 'date' || type === 'datetime';
}
