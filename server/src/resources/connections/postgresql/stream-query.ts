import type { FieldDef, Pool, PoolClient } from 'pg';
import type Cursor from 'pg-cursor';
import type { JsonValue, QueryResult } from '../../../platform/data/types.ts';
import { tooLarge, withinLimits } from '../limits.ts';
import type { Batch, StreamLimits, TakeBatch } from '../served/rows.ts';
import { explainQueryFailure } from './failures.ts';
import { cellTypes, columnTypeOf } from './values.ts';
import { withClient } from './with-client.ts';

export interface PostgresqlQuery {
  /** Checked by the guard, or written by Sibyl. */
  sql: string;
  values?: unknown[];
  /** Schema of unqualified names, searched after PostgreSQL's own catalog. */
  schema: string;
}

/**
 * Runs one query in a read-only transaction over the extended protocol, which accepts a single statement.
 * Passes batches of rows to `take` until it returns false. An aborted signal also cancels the query in the database.
 * The database enforces the time limit per statement; the timer covers many short batches and a server that hangs.
 */
export function streamQuery(
  pool: Pool,
  query: PostgresqlQuery,
  { batchRows, maxBytes, timeoutMs, signal }: StreamLimits,
  take: TakeBatch,
): Promise<void> {
  const explain = (error: unknown) => explainQueryFailure(error, timeoutMs);
  return withinLimits({ timeoutMs, signal }, explain, (limited, caps) =>
    withClient(pool, limited, async (client) => {
      using _ = limitBytes(client, maxBytes, caps);
      await beginReadOnly(client, query, timeoutMs);
      await readBatches(await openCursor(client, query), batchRows, take);
      await client.query('ROLLBACK');
    }),
  );
}

/** Applies settings to this transaction only. Backslashes in strings are literal, as in the guard's parser. */
async function beginReadOnly(client: PoolClient, { schema }: PostgresqlQuery, timeoutMs: number): Promise<void> {
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

async function readBatches(cursor: Cursor<JsonValue[]>, batchRows: number, take: TakeBatch): Promise<void> {
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
