import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { columnsOf, tablesInOrder } from './source-tables.ts';

/** PostgreSQL accepts 65,535 values in one statement. */
const mostValues = 30_000;
const mostRows = 500;

/** The records do not fit the target; the message says why. */
export class MigrationError extends Error {}

/**
 * Copies all records of a SQLite file into an empty PostgreSQL database, in one transaction. Returns the number of rows
 * of each table.
 */
export async function copyRecords(source: DatabaseSync, target: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await target.transaction().execute(async (transaction) => {
    await requireEmpty(transaction);
    await sql`delete from event_streams`.execute(transaction); // a new database has one row, which is copied too
    for (const table of tablesInOrder(source)) counts.set(table, await copyTable(source, transaction, table));
    await sql`select setval(pg_get_serial_sequence('knowledge_chunks', 'id'),
      (select coalesce(max(id), 0) + 1 from knowledge_chunks), false)`.execute(transaction);
    await sql`update jobs set state = 'queued', lease = null, lease_until = null`.execute(transaction);
    await sql`update chatbots set lease = null, lease_until = null`.execute(transaction);
  });
  return counts;
}

async function requireEmpty(target: Transaction): Promise<void> {
  for (const table of ['projects', 'api_keys'] as const) {
    const found = await target.selectFrom(table).select('id').limit(1).executeTakeFirst();
    if (found) throw new MigrationError(`The database of SIBYL_DATABASE_URL has ${table} already; take an empty one.`);
  }
}

async function copyTable(source: DatabaseSync, target: Transaction, table: string): Promise<number> {
  const columns = columnsOf(source, table);
  const rowsAtOnce = Math.max(1, Math.min(mostRows, Math.floor(mostValues / columns.length)));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  let count = 0;
  let batch: unknown[][] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const rows = sql.join(batch.map((row) => sql`(${sql.join(row)})`));
    await sql`insert into ${sql.table(table)} (${names}) values ${rows}`.execute(target);
    count += batch.length;
    batch = [];
  };
  const reading = source.prepare(`select ${columns.map((column) => `"${column}"`).join(', ')} from "${table}"`);
  for (const row of reading.iterate()) {
    batch.push(columns.map((column) => toParameter(row[column])));
    if (batch.length === rowsAtOnce) await flush();
  }
  await flush();
  return count;
}

function toParameter(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}
