import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trainModel, untilEnded } from '../../../test/acceptance/trained.ts';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';
import { createShopDatabase, hasPostgres, type ShopDatabase } from '../../../test/shop-database.ts';

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await shareTestService();
  project = await service.project();
});
afterAll(() => service.stop());

const at = (name = '') => `/projects/${project}/connections${name && `/${name}`}`;
const nowhere = { host: 'db.example.com', database: 'shop', user: 'reader', password: 'hidden' };
const create = (body: object) => service.call('POST', at(), { engine: 'postgresql', parameters: nowhere, ...body });

it('takes the changes of many at the same moment, each of another field', async () => {
  await create({ name: 'busy' });
  const fields = { host: 'a.example.com', database: 'b', user: 'c', port: 6000, schemas: ['d'], password: 'hidden' };
  const changes = Object.entries(fields).map(([field, value]) => ({
    parameters: { [field]: value, password: 'hidden' },
  }));
  const answers = await Promise.all([...changes, ...changes].map((change) => service.call('PUT', at('busy'), change)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const { body } = await service.call('GET', at('busy'));
  expect(body.parameters).toMatchObject({ ...fields, password: '********' });
  const refused = await service.call('PUT', at('busy'), { name: 'calm' }, { 'if-match': 'W/"of-before"' });
  expect(refused).toMatchObject({ status: 412, body: { code: 'stale_record' } });
  await service.call('DELETE', at('busy'));
});

it('is created, read by name and ID, listed, changed and deleted, and never shows its password', async () => {
  const created = await create({ name: 'shop', engine: 'postgres' });
  expect(created).toMatchObject({ status: 201, body: { engine: 'postgresql', status: 'untested', last_error: null } });
  expect(created.body.parameters).toMatchObject({ host: 'db.example.com', port: 5432, password: '********' });
  expect((await service.call('GET', at(created.body.id))).body).toEqual(created.body);
  expect((await service.call('GET', at())).body).toEqual([created.body]);
  const changed = await service.call('PUT', at('shop'), { name: 'store', parameters: { schemas: ['sales'] } });
  expect(changed.body).toMatchObject({ name: 'store', parameters: { schemas: ['sales'], password: '********' } });
  expect(changed.text + created.text).not.toContain('hidden');
  expect((await service.call('DELETE', at('store'))).status).toBe(204);
  expect((await service.call('GET', at('store'))).body.code).toBe('connection_not_found');
});

it.each([
  ['an engine that is not there', { engine: 'oracle' }, '/engine'],
  ['no engine', { engine: undefined }, '/engine'],
  ['no host', { parameters: { ...nowhere, host: undefined } }, '/parameters/host'],
  ['a port that is none', { parameters: { ...nowhere, port: 70_000 } }, '/parameters/port'],
  ['an unknown parameter', { parameters: { ...nowhere, socket: '/tmp' } }, '/parameters/socket'],
  ['the mask of no password', { parameters: { ...nowhere, password: '********' } }, '/parameters/password'],
  ['an unknown field', { colour: 'red' }, '/colour'],
])('refuses %s', async (_name, body, pointer) => {
  const answer = await create({ name: 'wrong', ...body });
  expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, pointer]);
});

it('says which engines there are', async () => {
  expect((await create({ name: 'wrong', engine: 'oracle' })).body.detail).toContain(
    'one of postgresql, postgres, mysql, mariadb',
  );
});

it('sends its password to no other server', async () => {
  await create({ name: 'moved' });
  for (const change of [{ host: 'evil.example' }, { port: 1 }, { ssl: 'disable' }, { ca: 'x' }]) {
    const refused = await service.call('PUT', at('moved'), { parameters: change });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/parameters/password' }] } });
  }
  const anew = await service.call('PUT', at('moved'), { parameters: { host: 'other.example', password: 'other' } });
  expect(anew.status).toBe(200);
});

it.each([
  ['a metadata service', { host: '169.254.169.254' }, /not a public address/],
  ['a link-local address', { host: 'fe80::1' }, /not a public address/],
  ['a port where nothing listens', { host: '127.0.0.1', port: 9, ssl: 'disable' }, /ECONNREFUSED.*`parameters.port`/],
  ['a host that is not there', { host: 'nowhere.invalid' }, /cannot be found|cannot be queried/],
])('says that a database with %s cannot be queried', async (name, change, reason) => {
  await create({ name: `failing_${name.replaceAll(/\W/g, '_')}`, parameters: { ...nowhere, ...change } });
  const path = at(`failing_${name.replaceAll(/\W/g, '_')}`);
  const { status, body } = await service.call('POST', `${path}/test`);
  expect([status, body.status]).toEqual([200, 'failed']);
  expect(body.last_error).toMatch(reason);
  expect((await service.call('GET', path)).body).toMatchObject({ status: 'failed', last_error: body.last_error });
  const connection = path.split('/').at(-1);
  const asked = await service.call('POST', `/projects/${project}/query`, { sql: 'select 1', connection });
  expect(['address_not_allowed', 'connection_failed']).toContain(asked.body.code);
});

it('keeps the record of who was faster', async () => {
  const { headers } = await create({ name: 'contested' });
  const stale = { 'if-match': headers.get('etag')! };
  expect((await service.call('PUT', at('contested'), { name: 'first' }, stale)).status).toBe(200);
  expect((await service.call('PUT', at('first'), { name: 'second' }, stale)).status).toBe(412);
  expect((await service.call('DELETE', at('first'), undefined, stale)).status).toBe(412);
});

it('belongs to its project alone', async () => {
  await create({ name: 'own' });
  const other = await service.project();
  expect((await service.call('GET', `/projects/${other}/connections/own`)).status).toBe(404);
  expect((await service.call('POST', `/projects/${other}/connections/own/test`)).status).toBe(404);
  expect((await service.call('DELETE', `/projects/${project}`)).body.detail).toContain('connection');
});

describe.skipIf(!hasPostgres())('on a real PostgreSQL', () => {
  let shop: ShopDatabase;
  beforeAll(async () => {
    shop = await createShopDatabase(`
      create schema sales;
      create table homes (rooms int, city text, price numeric(10, 2), "Odd name" date);
      insert into homes values (1, 'Rome', 10.5, '2024-01-31'), (2, 'Oslo', null, null), (3, 'Rome', 30, '2024-02-29');
      create view cities as select distinct city from homes;
      create table sales.orders (id bigint, paid bool, at timestamptz, note jsonb);
      insert into sales.orders values (9007199254740993, true, '2024-01-31 12:00:00.5+02', '{"a": [1]}');
      create table sales.numbers as select 'NaN'::float8 as nan, 1.10::numeric as n, 'infinity'::timestamp as t;
      comment on table homes is 'on the market';
      comment on column homes.price is 'a month';
    `);
    await service.call('POST', at(), { name: 'real', engine: 'postgresql', parameters: parametersOf() });
  });
  afterAll(() => shop?.remove());

  const parametersOf = (change: object = {}) => ({ ...shop.parameters, schemas: ['public', 'sales'], ...change });
  const ask = (body: object) => service.call('POST', `/projects/${project}/query`, { connection: 'real', ...body });

  it('is tested', async () => {
    const { body } = await service.call('POST', `${at('real')}/test`);
    expect(body).toMatchObject({ status: 'ok', last_error: null, server_version: expect.stringMatching(/^\d+/) });
    expect(body.tables).toEqual(['cities', 'homes', 'sales.numbers', 'sales.orders']);
    expect((await service.call('GET', at('real'))).body).toMatchObject({ status: 'ok' });
  });

  it('answers a query with columns, types and rows', async () => {
    const { body } = await ask({ sql: 'select city, sum(price) as total from homes group by 1 order by 1' });
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

  it('loses nothing of values that JSON cannot hold', async () => {
    expect((await ask({ sql: 'select * from sales.orders' })).body.rows).toEqual([
      { id: '9007199254740993', paid: true, at: '2024-01-31T10:00:00.5Z', note: { a: [1] } },
    ]);
    expect((await ask({ sql: 'select * from sales.numbers' })).body.rows).toEqual([
      { nan: 'NaN', n: 1.1, t: 'infinity' },
    ]);
    expect((await ask({ sql: 'select "Odd name" from homes order by 1 limit 1' })).body.rows).toEqual([
      { 'Odd name': '2024-01-31' },
    ]);
  });

  it('cuts at the limit and says so', async () => {
    expect((await ask({ sql: 'table homes', limit: 2 })).body).toMatchObject({ row_count: 2, truncated: true });
    expect((await ask({ sql: 'table homes', limit: 3 })).body).toMatchObject({ row_count: 3, truncated: false });
    expect((await ask({ sql: 'select n from generate_series(1, 3000) n' })).body).toMatchObject({ row_count: 3000 });
  });

  it.each([
    ['broken SQL', { sql: 'selec 1' }, 422, 'query_failed'],
    ['an unknown column', { sql: 'select colour from homes' }, 422, 'query_failed'],
    ['an unknown table', { sql: 'select * from elsewhere' }, 422, 'query_refused'],
    ['a value that does not fit', { sql: "select 'x'::int" }, 422, 'query_failed'],
    ['a placeholder', { sql: 'select $1' }, 422, 'query_failed'],
    ['a write', { sql: 'delete from homes' }, 422, 'query_refused'],
    ['nothing', { sql: ' ' }, 422, 'query_failed'],
    ['an endless query', { sql: endless, timeout_ms: 200 }, 422, 'query_time_limit'],
    ['a gigabyte', { sql: gigabyte }, 422, 'query_memory_limit'],
    ['an unknown connection', { sql: 'select 1', connection: 'nowhere' }, 404, 'connection_not_found'],
  ])('answers %s with its code', async (_name, body, status, code) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('goes on after what failed', async () => {
    await ask({ sql: endless, timeout_ms: 100 });
    expect((await ask({ sql: 'select 1 as one' })).body.rows).toEqual([{ one: 1 }]);
  });

  it('ends a query in the database when its caller goes away', async () => {
    const controller = new AbortController();
    const sql = `${endless} -- left alone`;
    const asking = fetch(`${service.url}/projects/${project}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ connection: 'real', sql }),
      signal: controller.signal,
    });
    await untilRunning(1);
    controller.abort();
    await expect(asking).rejects.toThrow();
    await untilRunning(0);
  });

  async function untilRunning(count: number): Promise<void> {
    const text = `select count(*)::int as n from pg_stat_activity where query like '%left alone' and state = 'active' and pid <> pg_backend_pid()`;
    for (;;) {
      const { rows } = await shop.admin.query(text);
      if (rows[0].n === count) return;
    }
  }

  it('trains a model on what a query answers, and retrains it on what it answers then', { tags: 'long' }, async () => {
    await shop.admin.query(`
      create table flats as select n as id, '00' || n % 7 as code, (n % 5)::numeric as rooms,
        date '2024-01-01' + n as day, 100.5 * (n % 5) + n % 7 as price from generate_series(1, 120) n`);
    const from = { connection: 'real', sql: 'select code, rooms, day, price from flats' };
    const { body } = await trainModel(service, project, 'flat_prices', { target: 'price', from });
    expect(body).toMatchObject({ status: 'complete', row_count: 120, source: from });
    const features = await service.call('GET', `/projects/${project}/models/flat_prices/describe?attribute=features`);
    const types = features.body.map(({ column, type }: Record<string, string>) => [column, type]);
    expect(Object.fromEntries(types)).toMatchObject({ rooms: 'number', day: 'datetime' });
    await shop.admin.query('delete from flats where id > 100');
    await service.call('POST', `/projects/${project}/models/flat_prices/retrain`);
    expect((await untilEnded(service, project, 'flat_prices')).body).toMatchObject({ version: 2, row_count: 100 });
  });

  it.each([
    ['a write', 'delete from homes', 422, 'query_refused'],
    ['two columns of one name', 'select rooms, price, price from homes', 201, undefined],
    ['a column that is not there', 'select city from homes', 422, 'column_not_found'],
  ])('learns nothing from %s', async (name, sql, status, code) => {
    const from = { connection: 'real', sql };
    const model = `none_${name.replaceAll(' ', '_')}`;
    const made = await service.call('POST', `/projects/${project}/models`, { name: model, target: 'price', from });
    expect([made.status, made.body.code]).toEqual([status, code]);
    if (status === 201)
      expect((await untilEnded(service, project, model)).body).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('two columns "price"'),
      });
  });

  it('tells an agent of its tables, with comments and values', async () => {
    const params = { connection: 'real', tables: ['homes', 'sales.orders'] };
    await service.call('POST', `/projects/${project}/skills`, { name: 'shop', type: 'sql', params });
    const { body } = await service.call('POST', `/projects/${project}/skills/shop/test`, {
      input: { sql: 'select count(*) from sales.orders' },
    });
    expect(body.instructions).toContain('PostgreSQL');
    expect(body.instructions).toContain('table homes (3 rows): "on the market"');
    expect(body.instructions).toContain(
      '  city text, 2 distinct, ["Rome", "Oslo"]\n  price number, 2 distinct, 10.5 to 30: "a month"',
    );
    expect(body.instructions).toContain('table sales.orders (1 rows)');
    expect(body.instructions).not.toContain('numbers');
    expect(body.result.content.rows).toEqual([[1]]);
  });

  it('uses a changed connection at once', async () => {
    await service.call('PUT', at('real'), { parameters: { database: 'gone' } });
    const gone = await ask({ sql: 'select 1' });
    expect(gone).toMatchObject({ status: 502, body: { code: 'connection_failed' } });
    expect(gone.body.detail).toContain('"gone"');
    await service.call('PUT', at('real'), { parameters: { database: shop.parameters.database } });
    expect((await ask({ sql: 'select 1 as one' })).status).toBe(200);
  });
});

const endless = 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b';
const gigabyte = "select string_agg('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '') from generate_series(1, 4000000)";
