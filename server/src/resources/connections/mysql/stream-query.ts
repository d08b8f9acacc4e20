import type { FieldPacket, PoolConnection } from 'mysql2';
import type { JsonValue, TableColumn } from '../../../platform/data/types.ts';
import { tooLarge, withinLimits } from '../limits.ts';
import type { StreamLimits, TakeBatch } from '../served/rows.ts';
import { explainQueryFailure } from './failures.ts';
import type { OpenPool } from './open-pool.ts';
import { type CellReader, cellReaderOf, columnOf } from './values.ts';
import { withClient } from './with-client.ts';

/**
 * Runs one query in a read-only transaction; the client refuses a text of several statements. Passes batches of rows
 * to `take` until it returns false. An aborted signal also cancels the query in the database.
 */
export function streamQuery(
  pool: OpenPool,
  sql: string,
  { batchRows, maxBytes, timeoutMs, signal }: StreamLimits,
  take: TakeBatch,
): Promise<void> {
  const explain = (error: unknown) => explainQueryFailure(error, timeoutMs);
  return withinLimits({ timeoutMs, signal }, explain, (limited, caps) =>
    withClient(pool, limited, async (client) => {
      await beginReadOnly(client, timeoutMs);
      const isWhole = await readBatches(client, sql, { batchRows, maxBytes, caps }, take);
      if (isWhole) await run(client, 'ROLLBACK');
      else throw new Unfinished();
    }).catch((error) => {
      if (!(error instanceof Unfinished)) throw error;
    }),
  );
}

/** Enough rows were read: the client, which is still sending, is closed rather than drained. */
class Unfinished extends Error {}

/** Applies settings to this session: names and texts are quoted as in standard SQL, as the guard reads them. */
async function beginReadOnly(client: PoolConnection, timeoutMs: number): Promise<void> {
  const [[version]] = await run(client, 'SELECT version()');
  const seconds = Math.ceil(timeoutMs / 1000);
  const time = /mariadb/i.test(String(version))
    ? `max_statement_time = ${timeoutMs / 1000}`
    : `max_execution_time = ${timeoutMs}`;
  const settings = [
    "sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,IGNORE_SPACE'",
    "time_zone = '+00:00'",
    'lock_wait_timeout = 2',
    `net_write_timeout = ${seconds + 60}`,
    time,
  ];
  await run(client, `SET ${settings.map((setting) => `SESSION ${setting}`).join(', ')}`);
  await run(client, 'START TRANSACTION READ ONLY');
}

/** Runs trusted SQL. */
function run(client: PoolConnection, sql: string): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    client.query({ sql, rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve(Array.isArray(rows) ? (rows as unknown as unknown[][]) : []),
    );
  });
}

interface ReadLimits {
  batchRows: number;
  maxBytes: number;
  caps: AbortController;
}

/** Returns whether all rows were read. */
async function readBatches(
  client: PoolConnection,
  sql: string,
  { batchRows, maxBytes, caps }: ReadLimits,
  take: TakeBatch,
): Promise<boolean> {
  const command = client.query({ sql, rowsAsArray: true, typeCast: false });
  let columns: TableColumn[] = [];
  let readers: CellReader[] = [];
  command.on('fields', (fields: FieldPacket[]) => {
    columns = fields.map(columnOf);
    readers = fields.map(cellReaderOf);
  });
  let rows: JsonValue[][] = [];
  let bytes = 0;
  for await (const row of command.stream({ highWaterMark: batchRows }) as AsyncIterable<(Buffer | null)[]>) {
    for (const cell of row) bytes += cell?.byteLength ?? 1;
    if (bytes > maxBytes) caps.abort(tooLarge(maxBytes));
    rows.push(row.map((cell, index) => (cell === null ? null : readers[index](cell))));
    if (rows.length < batchRows) continue;
    if (!(await take({ columns, rows }))) return false;
    rows = [];
  }
  await take({ columns, rows });
  return true;
}
