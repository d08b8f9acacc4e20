import { open, rm } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import type { DataEngine } from '../../platform/data/data-engine.ts';
import type { JsonValue, QueryResult, TableColumn } from '../../platform/data/types.ts';
import type { OpenDatabase } from './engine.ts';

/** Rows as they come from a database; all batches of an answer have the same columns, also an empty one. */
export interface Batch {
  columns: TableColumn[];
  rows: JsonValue[][];
}

export interface StreamLimits {
  timeoutMs: number;
  /** Maximum bytes from the database. */
  maxBytes: number;
  /** Rows that are enough for one batch. */
  batchRows: number;
  signal?: AbortSignal | undefined;
}

/** Returns whether it wants more rows. */
export type TakeBatch = (batch: Batch) => boolean | Promise<boolean>;

/**
 * Runs one query and passes its rows on in batches, the next only when the last is taken; at least one batch, which
 * may be empty.
 */
export type StreamRows = (sql: string, limits: StreamLimits, take: TakeBatch) => Promise<void>;

/** So few that the cells of a wide table are read in moments. */
const answerBatch = 100;
const keptBatch = 2000;
/** Maximum bytes from the database for an answer that is held in memory. */
const mostBytes = 64 * 1024 * 1024;

/** Makes `answer` and `keep` of an engine whose rows come through the service's process. */
export function fromRows(stream: StreamRows, data: DataEngine): Pick<OpenDatabase, 'answer' | 'keep'> {
  return {
    answer: ({ sql }, limits, { signal }) => answerQuery(stream, sql, { ...limits, signal }),
    async keep({ sql }, { outputPath, ...limits }, asker) {
      const path = `${outputPath}.ndjson`;
      try {
        const types = await writeRows(stream, sql, { ...limits, path });
        await data.importFile({ path, format: 'ndjson', options: { types }, outputPath }, asker);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

export async function answerQuery(
  stream: StreamRows,
  sql: string,
  limits: { maxRows: number; timeoutMs: number; maxBytes?: number; signal?: AbortSignal | undefined },
): Promise<QueryResult> {
  const { maxRows, timeoutMs, maxBytes = mostBytes, signal } = limits;
  const result: QueryResult = { columns: [], rows: [], truncated: false };
  const batchRows = Math.min(answerBatch, maxRows + 1);
  await stream(sql, { batchRows, timeoutMs, maxBytes: Math.min(maxBytes, mostBytes), signal }, (batch) => {
    result.columns = batch.columns;
    for (const row of batch.rows) result.rows.push(row);
    return result.rows.length <= maxRows;
  });
  if (result.rows.length <= maxRows) return result;
  return { ...result, rows: result.rows.slice(0, maxRows), truncated: true };
}

interface RowFile {
  path: string;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  onRows(rows: number): void;
}

/** Writes one JSON object per line, and returns the types of columns that cannot be inferred from their cells. */
async function writeRows(stream: StreamRows, sql: string, { path, onRows, ...limits }: RowFile) {
  await using file = await open(path, 'wx');
  let columns: TableColumn[] = [];
  let rowCount = 0;
  await stream(sql, { ...limits, batchRows: keptBatch }, async (batch) => {
    requireDistinct(batch.columns);
    columns = batch.columns;
    await file.appendFile(batch.rows.map((row) => lineOf(columns, row)).join(''));
    rowCount += batch.rows.length;
    onRows(rowCount);
    return true;
  });
  return Object.fromEntries(columns.filter(isOnlyText).map(({ name, type }) => [name, type]));
}

function lineOf(columns: readonly TableColumn[], row: readonly JsonValue[]): string {
  return `${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])))}\n`;
}

/** Keeps text as text even when it looks like a number. */
function isOnlyText({ type }: TableColumn): boolean {
  return type === 'text' || type === 'date' || type === 'datetime';
}

function requireDistinct(columns: readonly TableColumn[]): void {
  const twin = columns.find(({ name }, index) => columns.findIndex((other) => other.name === name) < index);
  if (twin)
    throw new ServiceError('query_failed', `The result has two columns "${twin.name}"; rename one of them with AS.`);
}
