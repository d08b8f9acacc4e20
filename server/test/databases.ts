/** Runs a suite of tests on SQLite and on a real PostgreSQL, each in a database of its own. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type DatabaseSettings, openDatabase } from '../src/platform/db/open.ts';
import type { Database } from '../src/platform/db/schema.ts';
import { migratedTemplate, writeMigrated } from './migrated.ts';
import { createPostgresDatabase } from './postgres.ts';

type Engine = DatabaseSettings['kind'];

interface TestDatabase {
  settings: DatabaseSettings;
  remove(): Promise<void>;
}

/** Creates an empty database, or a migrated one; call `remove` after all connections are closed. */
export async function createTestDatabase(engine: Engine, { isMigrated = false } = {}): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'sibyl-sqlite-'));
    const path = join(folder, 'sibyl.db');
    if (isMigrated) await writeMigrated(path);
    return {
      settings: { kind: 'sqlite', path },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  const template = isMigrated ? await migratedTemplate(postgres.url) : undefined;
  const name = `sibyl_${randomBytes(6).toString('hex')}`;
  const { url, drop } = await createPostgresDatabase(postgres.url, name, template);
  return { settings: { kind: 'postgres', url }, remove: drop };
}

/** What a suite works with; its fields exist once the first test runs. */
export interface DatabaseSuite {
  engine: Engine;
  /** Open and migrated, shared by the tests of the suite: each should use its own project. */
  database: Database;
  /** For opening it again, or for a whole service. */
  settings: DatabaseSettings;
}

type Declaration = (suite: DatabaseSuite) => void;

/** Declares the suite once per engine; without PostgreSQL that one is shown as skipped. */
export function describeOnEachDatabase(title: string, declareTests: Declaration): void {
  declareOn(title, declareTests, []);
}

/** The same for slow suites: on PostgreSQL they have the tag `long`, which `npm test` leaves out. */
export function describeLongOnPostgres(title: string, declareTests: Declaration): void {
  declareOn(title, declareTests, ['long']);
}

function declareOn(title: string, declareTests: Declaration, onPostgres: string[]): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const missing = engine === 'postgres' && 'missing' in inject('postgres');
    const tags = engine === 'postgres' ? onPostgres : [];
    describe.skipIf(missing)(`${title} on ${engine}`, { tags }, () => {
      const suite = { engine } as DatabaseSuite; // completed by beforeAll, before any test uses it
      let remove: TestDatabase['remove'];
      beforeAll(async () => {
        const created = await createTestDatabase(engine, { isMigrated: true });
        remove = created.remove;
        suite.settings = created.settings;
        suite.database = await openDatabase(created.settings);
      });
      afterAll(async () => {
        await suite.database?.destroy(); // absent when it could not be opened
        await remove();
      });
      declareTests(suite);
    });
  }
}
