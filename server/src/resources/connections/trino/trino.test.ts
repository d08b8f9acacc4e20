// @module-tag long
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { trainModel } from '../../../../test/acceptance/trained.ts';
import type { TestService } from '../../../../test/service.ts';
import { eventually } from '../../../../test/service-process.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { innocentTrino, trinoAttacks } from '../../../../test/sql-attacks.ts';
import { missingTrino, runOnTrino, startTrino, type Trino } from '../../../../test/trino.ts';

const missing = missingTrino();
if (missing) console.warn(`Skipping the tests on Trino: ${missing}`);

describe.skipIf(missing)('on a real Trino', () => {
  let trino: Trino;
  let service: TestService;
  let project: string;
  const run = (sql: string) => runOnTrino(trino.url, sql);

  beforeAll(async () => {
    [trino, service] = await Promise.all([startTrino(), shareTestService()]);
    project = await service.project();
    for (const name of ['homes', 'vault', 'sales.orders', 'flats']) await run(`DROP TABLE IF EXISTS ${name}`);
    for (const sql of [
      'CREATE SCHEMA IF NOT EXISTS sales',
      `CREATE TABLE homes AS SELECT * FROM (VALUES (1, 'Rome', decimal '10.50', date '2024-01-31'),
        (2, 'Oslo', null, null), (3, 'Rome', decimal '30', date '2024-02-29')) t (rooms, city, price, day)`,
      'CREATE TABLE vault AS SELECT 471108152 AS pin',
      `CREATE TABLE sales.orders AS SELECT bigint '9007199254740993' AS id, true AS paid,
        timestamp '2024-01-31 12:00:00.500 Europe/Berlin' AS at, timestamp '2024-01-31 12:00:00' AS on_day,
        decimal '12345678901234567890.0123456789' AS amount, double '0.1' AS ratio, nan() AS nan, x'00ff10' AS photo,
        ARRAY[1, 2] AS list, CAST(null AS varchar) AS note`,
      `CREATE TABLE flats AS SELECT i AS id, '00' || CAST(i % 7 AS varchar) AS code, i % 5 AS rooms,
        100.5 * (i % 5) + i % 7 AS price FROM UNNEST(sequence(1, 120)) t (i)`,
    ])
      await run(sql);
    // A server that has just begun knows its own node a little later, and says until then that there is none.
    await eventually(async () => expect(await run('SELECT sum(price) FROM homes GROUP BY city')).toHaveLength(2));
    await connect('real', {});
  });
  afterAll(() => Promise.all([trino?.stop(), service?.stop()]));

  const at = (path: string) => `/projects/${project}${path}`;
  const connect = (name: string, change: object) => {
    const parameters = {
      url: trino.url,
      catalog: 'memory',
      schema: 'default',
      schemas: ['sales'],
      user: 'reader',
      ...change,
    };
    return service.call('POST', at('/connections'), { name, engine: 'trino', parameters });
  };
  const ask = (body: object) => service.call('POST', at('/query'), { connection: 'real', ...body });

  it('is tested', async () => {
    const { body } = await service.call('POST', at('/connections/real/test'));
    expect(body).toMatchObject({ status: 'ok', last_error: null, server_version: 'Trino 476' });
    expect(body.tables).toEqual(['flats', 'homes', 'vault', 'sales.orders']);
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
    expect((await ask({ sql: 'select * from sales.orders' })).body.rows).toEqual([
      {
        id: '9007199254740993',
        paid: true,
        at: '2024-01-31T11:00:00.5Z',
        on_day: '2024-01-31T12:00:00Z',
        amount: '12345678901234567890.0123456789',
        ratio: 0.1,
        nan: 'NaN',
        photo: '\\x00ff10',
        list: [1, 2],
        note: null,
      },
    ]);
    expect((await ask({ sql: 'select day from homes order by 1 limit 1' })).body).toMatchObject({
      columns: [{ name: 'day', type: 'date' }],
      rows: [{ day: '2024-01-31' }],
    });
  });

  it('reads what another catalog reaches, page by page, and cuts at the limit', async () => {
    await connect('tpch', { catalog: 'tpch', schema: 'tiny', schemas: ['sf1'] });
    const query = { connection: 'tpch', sql: 'select * from lineitem' };
    const { body } = await service.call('POST', at('/query'), { ...query, limit: 9000 });
    expect(body).toMatchObject({ row_count: 9000, truncated: true });
    const counted = { ...query, sql: 'select count(*) as n from sf1.nation' };
    expect((await service.call('POST', at('/query'), counted)).body.rows).toEqual([{ n: 25 }]);
  });

  it.each([
    ['an unknown column', { sql: 'select colour from homes' }, 422, 'query_failed'],
    ['an unknown table', { sql: 'select * from elsewhere' }, 422, 'query_refused'],
    ['a write', { sql: 'delete from homes' }, 422, 'query_refused'],
    ['a value that does not fit', { sql: "select cast('x' as integer)" }, 422, 'query_failed'],
    ['an endless query', { sql: endless, timeout_ms: 2500 }, 422, 'query_time_limit'],
  ])('answers %s with its code', async (_name, body, status, code) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('says what the server says', async () => {
    expect((await ask({ sql: 'select colour from homes' })).body.detail).toMatch(
      /^Trino says: line 1:8: Column 'colour'/,
    );
  });

  it.each([
    ['catalog', { catalog: 'gone' }, /`parameters.(?:catalog|schema)`/],
    ['port', { url: 'http://127.0.0.1:4' }, /ECONNREFUSED.*`parameters.url`/],
    ['service', { url: 'SERVICE' }, /there is no Trino.*`parameters.url`/],
    ['metadata', { url: 'http://169.254.169.254' }, /not a public address/],
  ])('names the parameter that is wrong: %s', async (name, change, reason) => {
    await connect(`wrong_${name}`, JSON.parse(JSON.stringify(change).replace('SERVICE', service.url)));
    const { body } = await service.call('POST', at(`/connections/wrong_${name}/test`));
    expect(body).toMatchObject({ status: 'failed', last_error: expect.stringMatching(reason) });
  });

  it('ends a query in the database when its caller goes away', async () => {
    const controller = new AbortController();
    const asking = fetch(`${service.url}${at('/query')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ connection: 'real', sql: `${endless} -- left alone` }),
      signal: controller.signal,
    });
    await untilRunning(1);
    controller.abort();
    await expect(asking).rejects.toThrow();
    await untilRunning(0);
  });

  async function untilRunning(count: number): Promise<void> {
    const sql = `SELECT count(*) FROM system.runtime.queries WHERE query LIKE '%left alone' AND state = 'RUNNING'`;
    for (;;) if (Number((await run(sql))[0][0]) === count) return;
  }

  it('trains a model on what a query answers', async () => {
    const from = { connection: 'real', sql: 'select code, rooms, price from flats' };
    const { body } = await trainModel(service, project, 'flat_prices', { target: 'price', from });
    expect(body).toMatchObject({ status: 'complete', row_count: 120, source: from });
  });

  describe('a skill for one table', () => {
    let before: unknown;
    beforeAll(async () => {
      const params = { connection: 'real', tables: ['homes'], timeout_ms: 10_000 };
      await service.call('POST', at('/skills'), { name: 'seal', type: 'sql', params });
      before = await lookAround();
    });

    async function lookAround() {
      const rows = await run('SELECT * FROM homes ORDER BY rooms');
      return [rows, await run('SELECT table_schema, table_name FROM information_schema.tables ORDER BY 1, 2')];
    }

    test.each(trinoAttacks)('%s', async (attack) => {
      const { status, text } = await service.call('POST', at('/skills/seal/test'), { input: { sql: attack } });
      expect(text.replaceAll(JSON.stringify(attack).slice(1, -1), '')).not.toMatch(/471108152/);
      expect(status).toBe(attack.includes('\0') ? 400 : 422);
    });

    it('has changed nothing', async () => expect(await lookAround()).toEqual(before));

    test.each(innocentTrino)('answers %s', async (sql) => {
      expect(await service.call('POST', at('/skills/seal/test'), { input: { sql } })).toMatchObject({ status: 200 });
    });

    it('looks up values', async () => {
      const asked = { tool: 'seal__find_values', input: { column: 'city', text: 'rom' } };
      const { body } = await service.call('POST', at('/skills/seal/test'), asked);
      expect(body.result?.content).toMatchObject({ found: [{ values: [{ value: 'Rome', rows: 2 }] }] });
    });
  });

  test.each(['INSERT INTO homes (rooms) VALUES (9)', 'DROP TABLE homes', 'CREATE TABLE stolen AS SELECT 1 AS a'])(
    'the second wall: a session in a read-only transaction does not run %s',
    async (sql) => {
      const { openOutgoing } = await import('../../../platform/outgoing/outgoing.ts');
      const { TrinoSession } = await import('./session.ts');
      const outgoing = openOutgoing([]);
      const parameters = { url: trino.url, catalog: 'memory', schema: 'default', user: 'reader' };
      const session = new TrinoSession(outgoing, parameters, 10_000);
      await session.begin({ maxBytes: 1e6 });
      const running = async () => {
        for await (const _ of session.run(sql, { maxBytes: 1e6 }));
      };
      await expect(running()).rejects.toMatchObject({ code: expect.stringMatching(/^query_/) });
      await outgoing.close();
      expect(await run('SELECT count(*) FROM homes')).toEqual([[3]]);
    },
  );
});

const endless =
  'select count(*) from flats a, flats b, flats c, flats d, flats e where a.id + b.id + c.id + d.id + e.id < 0';
