import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { trainModel } from '../../../test/acceptance/trained.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { fileAttacks, innocentSqlite } from '../../../test/sql-attacks.ts';

let folder: string;
let service: TestService;
let project: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-files-'));
  for (const name of ['allowed', 'elsewhere', 'allowed/data']) mkdirSync(join(folder, name));
  makeSqlite(join(folder, 'allowed/shop.db'));
  makeSqlite(join(folder, 'elsewhere/secret.db'));
  symlinkSync(join(folder, 'elsewhere/secret.db'), join(folder, 'allowed/link.db'));
  writeFileSync(join(folder, 'allowed/notes.txt'), 'no database');
  await makeDuckdb(join(folder, 'allowed/shop.duckdb'));
  service = await startTestService({ SIBYL_CONNECTION_FOLDERS: join(folder, 'allowed') });
  project = await service.project();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

function makeSqlite(path: string): void {
  using database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE homes (rooms INTEGER, city TEXT, price DECIMAL(10, 2), photo BLOB, sold TEXT);
    INSERT INTO homes VALUES (1, 'Rome', 10.5, x'00ff10', '2024-01-31'), (2, 'Oslo', NULL, NULL, NULL),
      (9007199254740993, 'Rome', 30, NULL, '007');
    CREATE VIEW cities AS SELECT DISTINCT city FROM homes;
    CREATE TABLE vault (pin INTEGER);
    INSERT INTO vault VALUES (471108152);
    CREATE TABLE flats AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
      SELECT i AS id, '00' || (i % 7) AS code, i % 5 AS rooms, 100.5 * (i % 5) + i % 7 AS price FROM n;
  `);
}

async function makeDuckdb(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`
    CREATE TABLE homes AS SELECT * FROM (VALUES (1, 'Rome', 10.5::DECIMAL(10, 2), true), (2, 'Oslo', NULL, NULL),
      (9007199254740993, 'Rome', 30, false)) t (rooms, city, price, sold);
    COMMENT ON TABLE homes IS 'on the market';
    CREATE VIEW cities AS SELECT DISTINCT city FROM homes;
    CREATE VIEW passwords AS SELECT * FROM read_text('/etc/passwd');
    CREATE TABLE vault AS SELECT 471108152 AS pin;
    CREATE TABLE flats AS SELECT i AS id, '00' || (i % 7) AS code, i % 5 AS rooms, 100.5 * (i % 5) + i % 7 AS price
      FROM range(1, 121) t (i);
  `);
  connection.closeSync();
  instance.closeSync();
}

const at = (path: string) => `/projects/${project}${path}`;
const connect = (name: string, engine: string, file: string) =>
  service.call('POST', at('/connections'), { name, engine, parameters: { path: file } });
const ask = (connection: string, sql: string, more: object = {}) =>
  service.call('POST', at('/query'), { connection, sql, ...more });

describe.each([
  ['sqlite', 'shop.db', /^SQLite 3/],
  ['duckdb', 'shop.duckdb', /^DuckDB v/],
])('a file of %s', (engine, file, version) => {
  let before: Buffer;
  beforeAll(async () => {
    before = readFileSync(join(folder, 'allowed', file));
    await connect(engine, engine, join(folder, 'allowed', file));
    const params = { connection: engine, tables: ['homes', 'cities'], timeout_ms: 2000 };
    await service.call('POST', at('/skills'), { name: engine, type: 'sql', params });
  });

  it('is tested', async () => {
    const { body } = await service.call('POST', at(`/connections/${engine}/test`));
    expect(body).toMatchObject({ status: 'ok', last_error: null, server_version: expect.stringMatching(version) });
    expect(body.tables).toEqual(expect.arrayContaining(['cities', 'flats', 'homes', 'vault']));
  });

  it('answers queries with columns, types and rows', async () => {
    const { body } = await ask(engine, 'select city, sum(price) as total from homes group by 1 order by 1;');
    expect(body).toMatchObject({ columns: [{ name: 'city', type: 'text' }, { name: 'total' }], truncated: false });
    expect(body.rows).toEqual([
      { city: 'Oslo', total: null },
      { city: 'Rome', total: 40.5 },
    ]);
    expect((await ask(engine, 'select rooms from homes order by rooms desc limit 1')).body).toMatchObject({
      columns: [{ name: 'rooms', type: 'integer' }],
      rows: [{ rooms: '9007199254740993' }],
    });
    expect((await ask(engine, 'select * from homes', { limit: 2 })).body).toMatchObject({
      truncated: true,
      row_count: 2,
    });
    expect((await ask(engine, 'select city from cities order by 1')).body.rows).toHaveLength(2);
  });

  it.each([
    ['an unknown column', 'select colour from homes', 'query_failed'],
    ['an unknown table', 'select * from elsewhere', /^query_(refused|failed)$/],
    ['a write', 'delete from homes', 'query_refused'],
    [
      'an endless query',
      'with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r',
      'query_time_limit',
    ],
  ])('answers %s with its code', async (_name, sql, code) => {
    const { status, body } = await ask(engine, sql, { timeout_ms: 1500 });
    expect([status, body.code]).toEqual([422, expect.stringMatching(code)]);
    expect(JSON.stringify(body)).not.toContain(folder);
    expect((await ask(engine, 'select 1 as one')).body.rows).toEqual([{ one: 1 }]);
  });

  it('trains a model on what a query answers', { tags: 'long' }, async () => {
    const from = { connection: engine, sql: 'select code, rooms, price from flats' };
    const name = `flats_${engine}`;
    const { body } = await trainModel(service, project, name, { target: 'price', from });
    expect(body).toMatchObject({ status: 'complete', row_count: 120, source: from });
    const features = await service.call('GET', at(`/models/${name}/describe?attribute=features`));
    const code = features.body.find(({ column }: { column: string }) => column === 'code');
    expect(code.type).not.toBe('number');
  });

  test.each(fileAttacks)('a skill for other tables refuses %s', { tags: 'long' }, async (attack) => {
    const sql = attack.replaceAll('FOLDER', join(folder, 'allowed'));
    const { status, text } = await service.call('POST', at(`/skills/${engine}/test`), { input: { sql } });
    expect(text.replaceAll(JSON.stringify(sql).slice(1, -1), '')).not.toMatch(/471108152|root:|secret\.db/);
    expect([status, attack]).toEqual([attack.includes('\0') ? 400 : 422, attack]);
    expect(readFileSync(join(folder, 'allowed', file)).equals(before)).toBe(true);
  });
});

test.each(innocentSqlite)('a skill answers %s', async (sql) => {
  expect(await service.call('POST', at('/skills/sqlite/test'), { input: { sql } })).toMatchObject({ status: 200 });
});

it('gives bytes as PostgreSQL does, and keeps texts that look like numbers', async () => {
  const { body } = await ask('sqlite', "select photo, sold from homes where city = 'Rome' order by rooms");
  expect(body.rows).toEqual([
    { photo: '\\x00ff10', sold: '2024-01-31' },
    { photo: null, sold: '007' },
  ]);
});

it('tells an agent of the tables of a DuckDB file', async () => {
  const input = { sql: 'select count(*) from homes' };
  const { body } = await service.call('POST', at('/skills/duckdb/test'), { input });
  expect(body.instructions).toContain('table homes (3 rows): "on the market"');
  expect(body.result.content.rows).toEqual([[3]]);
});

it.each([
  ['a path elsewhere', 'elsewhere/secret.db'],
  ['a link to elsewhere', 'allowed/link.db'],
  ['a way out of the folder', 'allowed/../elsewhere/secret.db'],
  ['a file that is nowhere', 'elsewhere/nothing.db'],
])('opens no file at %s', async (name, path) => {
  for (const engine of ['sqlite', 'duckdb']) {
    const connection = `${engine}_${name.replaceAll(' ', '_')}`;
    await connect(connection, engine, join(folder, path));
    const { body } = await service.call('POST', at(`/connections/${connection}/test`));
    expect(body).toMatchObject({ status: 'failed', last_error: expect.stringContaining('SIBYL_CONNECTION_FOLDERS') });
    expect((await ask(connection, 'select 1')).body).toMatchObject({ code: 'connection_failed' });
  }
});

it('never opens the data of the service itself', async () => {
  const own = await startTestService({ SIBYL_CONNECTION_FOLDERS: service.directory });
  const body = { name: 'own', engine: 'sqlite', parameters: { path: join(own.directory, 'sibyl.db') } };
  await own.call('POST', '/projects/default/connections', body);
  const tested = await own.call('POST', '/projects/default/connections/own/test');
  expect(tested.body).toMatchObject({ status: 'failed' });
  await own.stop();
});

it.each([
  ['no database', 'allowed/notes.txt', /not a database|cannot|valid DuckDB/i],
  ['a folder', 'allowed/data', /not a file/],
  ['nothing', 'allowed/nothing.db', /no such file/],
])('says what is wrong with %s', async (name, path, reason) => {
  for (const engine of ['sqlite', 'duckdb']) {
    const connection = `${engine}_${name.replaceAll(' ', '_')}_here`;
    await connect(connection, engine, join(folder, path));
    const { body } = await service.call('POST', at(`/connections/${connection}/test`));
    expect(body).toMatchObject({ status: 'failed', last_error: expect.stringMatching(reason) });
  }
});

test('with `test` nothing is saved that does not answer, and the parameter to look at is named', async () => {
  const create = (name: string, path: string) =>
    service.call('POST', `/projects/${project}/connections`, {
      name,
      engine: 'sqlite',
      parameters: { path: join(folder, path) },
      test: true,
    });
  const refused = await create('asked', 'elsewhere/secret.db');
  expect(refused.status, refused.text).toBe(502);
  expect(refused.body).toMatchObject({ code: 'connection_failed', errors: [{ pointer: '/parameters/path' }] });
  expect((await service.call('GET', `/projects/${project}/connections/asked`)).status).toBe(404);
  const made = await create('asked', 'allowed/shop.db');
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({ status: 'ok', last_error: null, tested_at: expect.any(String) });

  const path = `/projects/${project}/connections/asked`;
  const moved = { parameters: { path: join(folder, 'allowed/none.db') }, test: true };
  expect((await service.call('PUT', path, moved)).body.code).toBe('connection_failed');
  expect((await service.call('GET', path)).body).toMatchObject({ status: 'ok', parameters: made.body.parameters });
  const sql = 'SELECT count(*) AS n FROM homes';
  const asked = await service.call('POST', `/projects/${project}/query`, { sql, connection: 'asked' });
  expect(asked.status, asked.text).toBe(200);
  const untested = await service.call('PUT', path, { ...moved, test: false });
  expect(untested.body).toMatchObject({ status: 'untested', tested_at: null });
});
