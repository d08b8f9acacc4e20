import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { replaceFact } from '../../platform/nodes/facts.ts';
import { hashKeyFact } from '../../resources/keys/hash-key.ts';
import { RowDigest } from './digest.ts';
import { type Move, recordMove } from './moved.ts';
import { columnsOf, tablesInOrder } from './source-tables.ts';

/** PostgreSQL accepts 65,535 values in one statement. */
const mostValues = 30_000;
const mostRows = 500;

/** What is to be moved does not fit the target, or arrived there differently; the message says why. */
export class MigrationError extends Error {}

/**
 * Copies all records of a SQLite file into an empty PostgreSQL database and reads them back, in one transaction.
 * Returns the number of rows.
 */
export async function copyRecords(
  source: DatabaseSync,
  target: Database,
  move: Omit<Move, 'records'>,
  print: (line: string) => void,
): Promise<number> {
  return target.transaction().execute(async (transaction) => {
    // Another migration, and nodes that run already, wait here.
    await sql`lock table projects, api_keys in share row exclusive mode`.execute(transaction);
    await requireEmpty(transaction);
    await sql`delete from event_streams`.execute(transaction); // a new database has one row, which is copied too
    let count = 0;
    for (const table of tablesInOrder(source)) {
      const copied = await copyTable(source, transaction, table);
      await requireEqual(source, transaction, table, copied);
      if (copied.count > 0) print(`${copied.count} records of ${table}`);
      count += copied.count;
    }
    await copyHashKey(source, transaction);
    await settleCopied(transaction);
    await recordMove(transaction, { ...move, records: count });
    return count;
  });
}

/** @throws MigrationError when the database has records of users */
export async function requireEmpty(target: Database): Promise<void> {
  for (const table of ['projects', 'api_keys'] as const) {
    const found = await target.selectFrom(table).select('id').limit(1).executeTakeFirst();
    if (found) throw new MigrationError(`The database of SIBYL_DATABASE_URL has ${table} already; take an empty one.`);
  }
}

async function copyTable(source: DatabaseSync, target: Transaction, table: string): Promise<RowDigest> {
  const columns = columnsOf(source, table);
  const rowsAtOnce = Math.max(1, Math.min(mostRows, Math.floor(mostValues / columns.length)));
  const digest = new RowDigest();
  let batch: unknown[][] = [];
  const reading = source.prepare(`select ${columns.map((column) => `"${column}"`).join(', ')} from "${table}"`);
  for (const row of reading.iterate()) {
    const values = columns.map((column) => row[column]);
    digest.add(values);
    batch.push(values.map(toParameter));
    if (batch.length < rowsAtOnce) continue;
    await insertRows(target, table, columns, batch);
    batch = [];
  }
  if (batch.length > 0) await insertRows(target, table, columns, batch);
  return digest;
}

async function insertRows(target: Transaction, table: string, columns: string[], batch: unknown[][]): Promise<void> {
  const rows = sql.join(batch.map((row) => sql`(${sql.join(row)})`));
  try {
    await sql`insert into ${sql.table(table)} (${namesOf(columns)}) values ${rows}`.execute(target);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new MigrationError(`PostgreSQL refuses records of ${table}: ${reason}.`, { cause });
  }
}

function toParameter(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

function namesOf(columns: string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

async function requireEqual(source: DatabaseSync, target: Transaction, table: string, copied: RowDigest) {
  const columns = columnsOf(source, table);
  const digest = new RowDigest();
  await sql`declare copied no scroll cursor for select ${namesOf(columns)} from ${sql.table(table)}`.execute(target);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(mostRows)} from copied`.execute(target);
    if (rows.length === 0) break;
    for (const row of rows) digest.add(columns.map((column) => row[column]));
  }
  await sql`close copied`.execute(target);
  if (!digest.equals(copied)) throw new MigrationError(`The records of ${table} differ in PostgreSQL.`);
}

/** A rotation of the master key has stored it; without, both databases derive it from that. */
async function copyHashKey(source: DatabaseSync, target: Transaction): Promise<void> {
  const row = source.prepare('select value from installation where name = ?').get(hashKeyFact);
  if (row) await replaceFact(target, hashKeyFact, String(row.value));
}

/** Sets what each database counts for itself, frees what the former process held, and tells nodes that run already. */
async function settleCopied(target: Transaction): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('knowledge_chunks', 'id'),
    (select coalesce(max(id), 0) + 1 from knowledge_chunks), false)`.execute(target);
  await sql`update jobs set state = 'queued', lease = null, lease_until = null`.execute(target);
  await sql`update chatbots set lease = null, lease_until = null`.execute(target);
  await sql`update signals set version = version + 1`.execute(target);
}
