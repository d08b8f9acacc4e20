import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../platform/db/open.ts';
import { ArchiveError } from './tar.ts';

/**
 * Migrates the database and compares its schema with that of a new one: foreign tables, views and triggers are refused.
 * @throws ArchiveError
 */
export async function requireSound(path: string): Promise<void> {
  requireIntact(path);
  try {
    await (await openDatabase({ kind: 'sqlite', path })).destroy();
  } catch (cause) {
    throw new ArchiveError('The records in the archive come from a newer version, or not from Sibyl.', { cause });
  }
  const fresh = `${path}.fresh`;
  try {
    await (await openDatabase({ kind: 'sqlite', path: fresh })).destroy();
    if (readShape(path) !== readShape(fresh))
      throw new ArchiveError('The records in the archive do not have the schema of Sibyl.');
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(fresh + suffix, { force: true });
  }
}

function requireIntact(path: string): void {
  try {
    const [row] = query(path, 'pragma quick_check(1)');
    if (row?.quick_check === 'ok') return;
  } catch {
    // The file is not a database: reported like a damaged one.
  }
  throw new ArchiveError('The records in the archive are damaged.');
}

function readShape(path: string): string {
  const sql = `select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'`;
  return JSON.stringify(query(path, `${sql} order by type, name`));
}

function query(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec('pragma trusted_schema = off');
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
