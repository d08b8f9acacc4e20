import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShopDatabase, hasPostgres, type ShopDatabase } from '../../../../test/shop-database.ts';
import { readRows, type StreamRows } from '../served/rows.ts';
import { guardSql } from './guard-sql.ts';
import { openPool } from './open-pool.ts';
import { streamQuery } from './stream-query.ts';

const tables = [
  { schema: 'public', name: 'homes' },
  { schema: 'sales', name: 'orders' },
];
const guard = (sql: string) => guardSql(sql, tables, 'public');

test.each([
  'select * from homes',
  'select * from public.homes',
  'select * from sales.orders',
  'select * from homes as orders',
  'with orders as (select 1 as a) select * from orders',
  'with a as (select 1 as x), b as (select * from a) select * from b',
  'with recursive a as (select 1 as x union all select x + 1 from a where x < 3) select * from a',
  'select * from (with orders as (select 1) select * from orders) x',
  'select pg_catalog.lower(city) from homes',
  'select a::text, a::numeric(10, 2), a::varchar(3)[] from homes',
  'select (array[1, 2])[1], (array[1])[1:2], row(1, 2)',
  "select percentile_cont(0.5) within group (order by rooms), string_agg(city, ',' order by city) from homes",
  'select count(*) from homes group by grouping sets ((city), rollup (rooms))',
  'select rooms is distinct from 1, city similar to \'R%\', city collate "C" from homes',
  'select * from unnest(array[1, 2]) with ordinality as t (value, place)',
  "select current_date, localtime, now() at time zone 'UTC'",
  'select make_interval(days => 3)',
])('lets %s pass', async (sql) => {
  await guard(sql);
});

test.each([
  ['select * from orders', /There is no table "orders" to be read; there are: homes, sales.orders/],
  ['select * from other.homes', /no table "other.homes"/],
  ['select * from shop.public.homes', /catalogname/],
  ['select * from pg_class', /no table "pg_class"/],
  ['with orders as (select * from orders) select 1', /no table "orders"/],
  ['select * from orders, (with orders as (select 1) select 1) x', /no table "orders"/],
  ['with b as (select * from a), a as (select 1) select * from b', /no table "a"/],
  ['delete from homes', /Only a SELECT/],
  ['with x as (delete from homes returning 1) select * from x', /Only a SELECT/],
  ['select 1; select 2', /2 statements/],
  ['select * into stolen from homes', /into clause/],
  ['select * from homes for share', /locking clause/],
  ['select pg_sleep(1)', /function pg_sleep/],
  ['select public.lower(city) from homes', /function public.lower/],
  ['select "LOWER"(city) from homes', /function LOWER/],
  ["select 'x'::regclass", /type regclass/],
  ["select 'x'::public.text", /type public.text/],
  ['select 1 operator(public.+) 1', /operator public/],
  ['select 1 in (select rooms from homes), 1 operator(public.=) any (select 1)', /operator public/],
  ['select current_user', /word current user/],
  ['select * from homes tablesample system (1)', /range table sample/],
  ['select xmlelement(name x)', /xml expr/],
  ['select 1\0', /NUL/],
  [`select 1${' '.repeat(60_000)}`, /longer than 50000/],
  [`select 1${'+1'.repeat(3000)}`, /more than 2000 words/],
])('refuses %s', async (sql, reason) => {
  await expect(guard(sql)).rejects.toMatchObject({ code: 'query_refused', message: expect.stringMatching(reason) });
});

test('goes on judging after a text that the parser chokes on', async () => {
  await expect(guard(`select ${'('.repeat(1990)}`)).rejects.toMatchObject({ code: 'query_failed' });
  await guard('select * from homes');
});

describe.skipIf(!hasPostgres())('the second wall: a query that no guard has seen', () => {
  let shop: ShopDatabase;
  let run: (sql: string) => Promise<unknown>;

  beforeAll(async () => {
    shop = await createShopDatabase('create table homes as select 1 as rooms; create sequence counter');
    const pool = await openPool(shop.parameters, shop.parameters.host);
    const stream: StreamRows = (sql, limits, take) => streamQuery(pool, { sql, schema: 'public' }, limits, take);
    run = (sql) => readRows(stream, sql, { maxRows: 10, timeoutMs: 300 });
  });
  afterAll(() => shop?.remove());

  test.each([
    'delete from homes',
    'commit; delete from homes',
    'select 1; commit; drop table homes',
    "select nextval('counter')",
    'with gone as (delete from homes returning *) select * from gone',
    'set transaction read write',
    "select set_config('transaction_read_only', 'off', false)",
    'create table stolen (a int)',
    'select * from homes for update',
    'select pg_sleep(60)',
  ])('does not run %s', async (sql) => {
    await expect(run(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^query_/) });
    const { rows } = await shop.admin.query(
      'select rooms, (select last_value from counter)::int as counter from homes',
    );
    expect(rows).toEqual([{ rooms: 1, counter: 1 }]);
  });

  test('keeps no setting for the next', async () => {
    await run("select set_config('work_mem', '1GB', false)");
    expect(await run("select current_setting('work_mem')")).not.toMatchObject({ rows: [['1GB']] });
  });
});
