// @module-tag long
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { trainModel, untilEnded } from '../../../../test/acceptance/trained.ts';
import { type MariaDb, missingMariaDb, startMariaDb } from '../../../../test/mariadb.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { innocentMysql, mysqlAttacks } from '../../../../test/sql-attacks.ts';

const missing = missingMariaDb();
if (missing) console.warn(`Skipping the tests on MariaDB: ${missing}`);

describe.skipIf(missing)('on a real MariaDB, asked as its superuser', () => {
  let mariadb: MariaDb;
  let service: TestService;
  let project: string;

  beforeAll(async () => {
    [mariadb, service] = await Promise.all([startMariaDb(), shareTestService()]);
    project = await service.project();
    await mariadb.admin.query(`
      CREATE TABLE homes (rooms int COMMENT 'with kitchen', city varchar(20), price decimal(10, 2), \`Odd name\` date)
        COMMENT 'on the market';
      INSERT INTO homes VALUES (1, 'Rome', 10.5, '2024-01-31'), (2, 'Oslo', null, null), (3, 'Rome', 30, '2024-02-29');
      CREATE VIEW cities AS SELECT DISTINCT city FROM homes;
      CREATE TABLE vault AS SELECT 471108152 AS pin;
      CREATE DATABASE sales CHARACTER SET utf8mb4;
      CREATE TABLE sales.orders (id bigint unsigned, paid boolean, at timestamp(3), on_day datetime, amount decimal(30, 10),
        ratio double, photo blob, flag bit(1), bits bit(12), note json, kind enum('a', 'b'), born year, took time);
      SET time_zone = '+02:00';
      INSERT INTO sales.orders VALUES (9007199254740993, true, '2024-01-31 12:00:00.5', '2024-01-31 12:00:00',
        12345678901234567890.0123456789, 0.1, x'00ff10', b'1', b'100000000001', '{"a": [1]}', 'b', 1999, '12:30:00');
      INSERT INTO sales.orders (id) VALUES (1);
      CREATE TABLE sales.odd (n tinyint(1), t text CHARACTER SET latin1, u varchar(20));
      INSERT INTO sales.odd VALUES (7, 'Größe', '日本 😀');
      CREATE FUNCTION steal() RETURNS int DETERMINISTIC READS SQL DATA RETURN (SELECT pin FROM vault);
      CREATE SEQUENCE counter;
    `);
    await connect('real', {});
  });
  afterAll(() => Promise.all([mariadb?.stop(), service?.stop()]));

  const at = (path: string) => `/projects/${project}${path}`;
  const connect = (name: string, change: object) => {
    const parameters = { ...mariadb.parameters, schemas: ['sales'], ...change };
    return service.call('POST', at('/connections'), { name, engine: 'mariadb', parameters });
  };
  const ask = (body: object) => service.call('POST', at('/query'), { connection: 'real', ...body });

  it('is tested', async () => {
    const { body } = await service.call('POST', at('/connections/real/test'));
    expect(body).toMatchObject({
      status: 'ok',
      last_error: null,
      server_version: expect.stringMatching(/^\d+.*MariaDB/),
    });
    expect(body.tables).toEqual(['cities', 'homes', 'vault', 'sales.odd', 'sales.orders']);
  });

  it('answers a query with columns, types and rows', async () => {
    const { body } = await ask({ sql: 'select city, sum(price) as total from homes group by 1 order by 1;' });
    expect(body).toEqual({
      columns: [
        { name: 'city', type: 'text' },
        { name: 'total', type: 'number' },
      ],
      rows: [
        { city: 'Oslo', total: null },
        { city: 'Rome', total: 40.5 },
      ],
      row_count: 2,
      truncated: false,
    });
  });

  it('gives the same cells as PostgreSQL', async () => {
    const { body } = await ask({ sql: 'select * from sales.orders' });
    expect(body.columns.map(({ type }: { type: string }) => type)).toEqual([
      ...['integer', 'boolean', 'datetime', 'datetime', 'number', 'number', 'text', 'boolean', 'integer'],
      ...['text', 'text', 'integer', 'text'],
    ]);
    expect(body.rows[0]).toEqual({
      id: '9007199254740993',
      paid: true,
      at: '2024-01-31T10:00:00.5Z',
      on_day: '2024-01-31T12:00:00Z',
      amount: '12345678901234567890.0123456789',
      ratio: 0.1,
      photo: '\\x00ff10',
      flag: true,
      bits: 2049,
      note: '{"a": [1]}',
      kind: 'b',
      born: 1999,
      took: '12:30:00',
    });
    expect(body.rows[1]).toMatchObject({ id: 1, paid: null, amount: null, photo: null, flag: null });
    expect((await ask({ sql: 'select * from sales.odd' })).body.rows).toEqual([{ n: 7, t: 'Größe', u: '日本 😀' }]);
    expect((await ask({ sql: 'select "Odd name" from homes order by 1 desc limit 1' })).body.rows).toEqual([
      { 'Odd name': '2024-02-29' },
    ]);
    expect((await ask({ sql: "select 'a\\' as t" })).body.rows).toEqual([{ t: 'a\\' }]);
  });

  it('cuts at the limit and says so', async () => {
    expect((await ask({ sql: 'select * from homes', limit: 2 })).body).toMatchObject({ row_count: 2, truncated: true });
    expect((await ask({ sql: 'select * from homes', limit: 3 })).body).toMatchObject({
      row_count: 3,
      truncated: false,
    });
    expect((await ask({ sql: 'select 1 as a from homes where false' })).body).toMatchObject({
      columns: [{ name: 'a', type: 'integer' }],
      row_count: 0,
    });
  });

  it.each([
    ['broken SQL', { sql: 'select from homes where' }, 422, 'query_failed'],
    ['an unknown column', { sql: 'select colour from homes' }, 422, 'query_failed'],
    ['an unknown table', { sql: 'select * from elsewhere' }, 422, 'query_refused'],
    ['a write', { sql: 'delete from homes' }, 422, 'query_refused'],
    ['nothing', { sql: ' ' }, 422, 'query_failed'],
    ['an endless query', { sql: endless, timeout_ms: 300 }, 422, 'query_time_limit'],
    ['many bytes', { sql: gigabyte }, 422, 'query_memory_limit'],
  ])('answers %s with its code', async (_name, body, status, code) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await ask({ sql: 'select 1 as one' })).body.rows).toEqual([{ one: 1 }]);
  });

  it('says what the server says', async () => {
    expect((await ask({ sql: 'select colour from homes' })).body.detail).toMatch(/^The database says: Unknown column/);
  });

  it.each([
    ['password', { password: 'wrong' }, /Access denied.*`parameters.password`/],
    ['database', { database: 'gone' }, /Unknown database.*`parameters.database`/],
    ['port', { port: 9 }, /ECONNREFUSED.*`parameters.port`/],
    ['ssl', { ssl: 'require' }, /`parameters.ssl`/],
  ])('names the parameter that is wrong: %s', async (name, change, reason) => {
    await connect(`wrong_${name}`, change);
    const { body } = await service.call('POST', at(`/connections/wrong_${name}/test`));
    expect(body).toMatchObject({ status: 'failed', last_error: expect.stringMatching(reason) });
    expect(body.last_error).not.toContain(mariadb.parameters.password);
  });

  it('ends a query in the database when its caller goes away', async () => {
    const controller = new AbortController();
    const asking = fetch(`${service.url}${at('/query')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ connection: 'real', sql: `${endless} /* left alone */` }),
      signal: controller.signal,
    });
    await untilRunning(1);
    controller.abort();
    await expect(asking).rejects.toThrow();
    await untilRunning(0);
  });

  async function untilRunning(count: number): Promise<void> {
    const sql = `select count(*) as n from information_schema.processlist where info like '%left alone%' and id <> connection_id()`;
    for (;;) {
      const [[{ n }]] = (await mariadb.admin.query(sql)) as unknown as [[{ n: number }]];
      if (Number(n) === count) return;
    }
  }

  it('trains a model on what a query answers, and predicts a batch of it', async () => {
    await mariadb.admin.query(`
      CREATE TABLE flats AS SELECT seq AS id, concat('00', seq % 7) AS code, seq % 5 AS rooms,
        date '2024-01-01' + interval seq day AS day, 100.5 * (seq % 5) + seq % 7 AS price FROM seq_1_to_120`);
    const from = { connection: 'real', sql: 'select code, rooms, day, price from flats' };
    const { body } = await trainModel(service, project, 'flat_prices', { target: 'price', from });
    expect(body).toMatchObject({ status: 'complete', row_count: 120, source: from });
    const features = await service.call('GET', at('/models/flat_prices/describe?attribute=features'));
    const types = features.body.map(({ column, type }: Record<string, string>) => [column, type]);
    expect(Object.fromEntries(types)).toMatchObject({ rooms: 'number', day: 'datetime' });
    const asked = { from: { connection: 'real', sql: 'select code, rooms, day from flats where id <= 30' } };
    const batch = await service.call('POST', at('/models/flat_prices/predictions'), asked);
    const done = await service.until(at(`/models/flat_prices/predictions/${batch.body.id}`), ({ body: one }) =>
      ['complete', 'failed'].includes(one.status),
    );
    expect(done.body).toMatchObject({ status: 'complete', rows: 30 });
    await mariadb.admin.query('DELETE FROM flats WHERE id > 100');
    await service.call('POST', at('/models/flat_prices/retrain'));
    expect((await untilEnded(service, project, 'flat_prices')).body).toMatchObject({ version: 2, row_count: 100 });
  });

  it('tells an agent of its tables, with comments and values', async () => {
    const params = { connection: 'real', tables: ['homes'] };
    await service.call('POST', at('/skills'), { name: 'shop', type: 'sql', params });
    const input = { sql: 'select count(*) from homes' };
    const { body } = await service.call('POST', at('/skills/shop/test'), { input });
    expect(body.instructions).toContain('read-only MySQL/MariaDB SELECT');
    expect(body.instructions).toContain('table homes (3 rows): "on the market"');
    expect(body.instructions).toContain('  city text, 2 distinct, ["Rome", "Oslo"]');
    expect(body.instructions).not.toContain('vault');
    expect(body.result.content.rows).toEqual([[3]]);
    const found = await service.call('POST', at('/skills/shop/test'), {
      tool: 'shop__find_values',
      input: { column: 'city', text: 'rom' },
    });
    expect(found.body.result?.content).toMatchObject({ found: [{ values: [{ value: 'Rome', rows: 2 }] }] });
  });

  it('says so when the server dies in the middle of a query', async () => {
    const dying = await startMariaDb();
    await dying.admin.query('CREATE TABLE numbers AS SELECT seq AS n FROM seq_1_to_100000');
    await connect('dying', dying.parameters);
    const sql = 'select count(*) as c from numbers a join numbers b on a.n + b.n < 0';
    const asking = service.call('POST', at('/query'), { connection: 'dying', sql });
    for (;;) {
      const [rows] = await dying.admin.query(
        "SELECT 1 FROM information_schema.processlist WHERE info LIKE '%join numbers b%' AND id <> connection_id()",
      );
      if ((rows as unknown[]).length > 0) break;
    }
    await dying.stop();
    expect(await asking).toMatchObject({ status: 502, body: { code: 'connection_failed' } });
    const after = await service.call('POST', at('/query'), { connection: 'dying', sql: 'select 1 as one' });
    expect(after.body.code).toBe('connection_failed');
  });

  describe('a skill for one table', () => {
    beforeAll(async () => {
      const params = { connection: 'real', tables: ['homes'], timeout_ms: 2000 };
      await service.call('POST', at('/skills'), { name: 'seal', type: 'sql', params });
      before = await lookAround();
    });
    let before: unknown;

    async function lookAround() {
      const questions = ['homes', 'vault', 'sales.orders'].map((table) => `SELECT * FROM ${table}`);
      questions.push(
        'SELECT table_schema, table_name FROM information_schema.tables WHERE table_type <> "SYSTEM VIEW"',
      );
      questions.push("SELECT routine_name FROM information_schema.routines WHERE routine_schema = 'shop'");
      questions.push('SELECT next_not_cached_value FROM counter', 'SELECT user, host FROM mysql.user ORDER BY 1, 2');
      const answers = [];
      for (const question of questions) answers.push((await mariadb.admin.query(question))[0]);
      return answers;
    }

    test.each(mysqlAttacks)('%s', async (attack) => {
      const input = { sql: attack };
      const { status, text } = await service.call('POST', at('/skills/seal/test'), { input });
      expect(text.replaceAll(JSON.stringify(attack).slice(1, -1), '')).not.toMatch(/471108152|root:|boss/);
      expect(status).toBe(attack.includes('\0') ? 400 : 422);
      expect(await lookAround()).toEqual(before);
    });

    test.each(innocentMysql)('answers %s', async (sql) => {
      expect(await service.call('POST', at('/skills/seal/test'), { input: { sql } })).toMatchObject({ status: 200 });
    });
  });
});

const endless =
  'select count(*) from homes a, homes b, homes c, homes d, homes e, homes f, homes g, homes h, homes i, homes j, homes k, homes l, homes m, homes n, homes o, homes p, homes q, homes r, homes s, homes t where a.rooms + t.rooms < 0';
const gigabyte = `select repeat('x', 10000000) from homes a, homes b, homes c`;
