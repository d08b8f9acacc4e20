import type { FieldDef, Pool, PoolClient } from 'pg';
import type Cursor from 'pg-cursor';
import { beyondLimit, type ServiceError } from '../../../errors.ts';
import type { JsonValue, QueryResult } from '../../../platform/data/types.ts';
import { explainQueryFailure, timeLimit } from './failures.ts';
import { cellTypes, columnTypeOf } from './values.ts';
import { withClient } from './with-client.ts';

export interface PostgresqlQuery {
  /** Checked by the guard, or written by Sibyl. */
  sql: string;
  values?: unknown[];
  /** Schema of unqualified names, searched after PostgreSQL's own catalog. */
  schema: string;
  timeoutMs: number;
}

interface Batch {
  columns: QueryResult['columns'];
  rows: JsonValue[][];
}

/** Rows per fetch. */
const batchRows = 500;
const mostBytes = 64 * 1024 * 1024;

interface AnswerLimits {
  maxRows: number;
  /** Maximum bytes from the database. Default and maximum 64 MiB. */
  maxBytes?: number;
}

/** Runs one query and returns at most `maxRows` rows. */
export async function runQuery(
  pool: Pool,
  query: PostgresqlQuery,
  { maxRows, maxBytes = mostBytes }: AnswerLimits,
  signal: AbortSignal,
): Promise<QueryResult> {
  const result: QueryResult = { columns: [], rows: [], truncated: false };
  await streamQuery(
    pool,
    query,
    { batchRows: Math.min(batchRows, maxRows + 1), maxBytes: Math.min(maxBytes, mostBytes), signal },
    (batch) => {
      result.columns = batch.columns;
      result.rows.push(...batch.rows);
      return result.rows.length <= maxRows;
    },
  );
  if (result.rows.length <= maxRows) return result;
  return { ...result, rows: result.rows.slice(0, maxRows), truncated: true };
}

interface StreamLimits {
  batchRows: number;
  /** Maximum bytes from the database. */
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * Runs one query in a read-only transaction over the extended protocol, which accepts a single statement.
 * Passes batches of rows to `take` until it returns false. An aborted signal also cancels the query in the database.
 */
export async function streamQuery(
  pool: Pool,
  query: PostgresqlQuery,
  { batchRows, maxBytes, signal }: StreamLimits,
  take: (batch: Batch) => boolean | Promise<boolean>,
): Promise<void> {
  const caps = new AbortController();
  // The database enforces its own limit per statement; this timer covers many short batches and a server that hangs.
  const timer = setTimeout(() => caps.abort(timeLimit(query.timeoutMs)), query.timeoutMs);
  const limited = AbortSignal.any([signal, caps.signal]);
  try {
    await withClient(pool, limited, async (client) => {
      using _ = limitBytes(client, maxBytes, caps);
      await beginReadOnly(client, query);
      await readBatches(await openCursor(client, query), batchRows, take);
      await client.query('ROLLBACK');
    });
  } catch (error) {
    throw limited.aborted ? limited.reason : explainQueryFailure(error, query.timeoutMs);
  } finally {
    clearTimeout(timer);
  }
}

/** Applies settings to this transaction only. Backslashes in strings are literal, as in the guard's parser. */
async function beginReadOnly(client: PoolClient, { schema, timeoutMs }: PostgresqlQuery): Promise<void> {
  await client.query('BEGIN READ ONLY');
  const settings = {
    search_path: `"${schema.replaceAll('"', '""')}"`,
    statement_timeout: String(timeoutMs),
    lock_timeout: '2000',
    idle_in_transaction_session_timeout: String(timeoutMs + 10_000),
    standard_conforming_strings: 'on',
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: '1',
  };
  const calls = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  await client.query(`SELECT ${calls.join(', ')}`, Object.values(settings));
}

async function openCursor(client: PoolClient, { sql, values = [] }: PostgresqlQuery): Promise<Cursor<JsonValue[]>> {
  const { default: PgCursor } = await import('pg-cursor');
  return client.query(new PgCursor<JsonValue[]>(sql, values, { rowMode: 'array', types: cellTypes }));
}

async function readBatches(
  cursor: Cursor<JsonValue[]>,
  batchRows: number,
  take: (batch: Batch) => boolean | Promise<boolean>,
): Promise<void> {
  for (;;) {
    const batch = await readBatch(cursor, batchRows);
    const wantsMore = await take(batch);
    if (!wantsMore || batch.rows.length < batchRows) break;
  }
  await cursor.close();
}

function readBatch(cursor: Cursor<JsonValue[]>, batchRows: number): Promise<Batch> {
  return new Promise((resolve, reject) => {
    cursor.read(batchRows, (error, rows, result) => {
      if (error) reject(error);
      else resolve({ rows, columns: result.fields.map(columnOf) });
    });
  });
}

function columnOf({ name, dataTypeID }: FieldDef): QueryResult['columns'][number] {
  return { name, type: columnTypeOf(dataTypeID) };
}

/** Counts bytes on the wire, because a single cell can have a gigabyte. */
function limitBytes({ connection }: PoolClient, maxBytes: number, caps: AbortController): Disposable {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) caps.abort(tooLarge(maxBytes));
  };
  connection.stream.on('data', count);
  return { [Symbol.dispose]: () => connection.stream.off('data', count) };
}

function tooLarge(maxBytes: number): ServiceError {
  const limit = { name: 'query_memory_bytes', value: maxBytes } as const;
  return beyondLimit('query_memory_limit', `The answer is larger than ${maxBytes} bytes.`, limit);
}
