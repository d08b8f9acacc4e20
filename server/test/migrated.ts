/** Databases of the newest schema, of which each worker migrates one: the others are copies, which start in half the time. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/db/open.ts';
import { createPostgresDatabase, dropPostgresDatabases } from './postgres.ts';

let file: Promise<Buffer> | undefined;
const templates = new Map<string, Promise<string>>();

/** Writes SQLite's file, which only its owner may read. */
export async function writeMigrated(path: string): Promise<void> {
  file ??= makeFile();
  writeFileSync(path, await file, { mode: 0o600 });
}

async function makeFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-migrated-'));
  try {
    const path = join(folder, 'sibyl.db');
    await (await openDatabase({ kind: 'sqlite', path })).destroy();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the name of the database in the cluster of `url` that PostgreSQL is to copy. */
export function migratedTemplate(url: string): Promise<string> {
  const template = templates.get(url) ?? makeTemplate(url);
  templates.set(url, template);
  return template;
}

async function makeTemplate(url: string): Promise<string> {
  const name = `${nameOfRun(process.ppid)}${process.pid}`;
  const created = await createPostgresDatabase(url, name);
  await (await openDatabase({ kind: 'postgres', url: created.url })).destroy();
  return name;
}

/** Drops what the workers of a run have left in a cluster that outlives it. */
export async function dropTemplates(url: string, runner: number): Promise<void> {
  await dropPostgresDatabases(url, nameOfRun(runner));
}

function nameOfRun(runner: number): string {
  return `sibyl_migrated_${runner}_`;
}
