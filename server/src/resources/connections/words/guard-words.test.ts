import { expect, test } from 'vitest';
import { grammar as bigquery } from '../bigquery/grammar.ts';
import { grammar as clickhouse } from '../clickhouse/grammar.ts';
import { grammar as mysql } from '../mysql/grammar.ts';
import { grammar as snowflake } from '../snowflake/grammar.ts';
import { grammar as sqlite } from '../sqlite/grammar.ts';
import { grammar as trino } from '../trino/grammar.ts';
import { guardWords } from './guard-words.ts';

const grammars = { mysql, sqlite, trino, clickhouse, snowflake, bigquery };
const tables = [
  { schema: 'shop', name: 'homes' },
  { schema: 'shop', name: 'HOMES' },
  { schema: 'sales', name: 'orders' },
];
const guard = (sql: string, grammar = mysql) => guardWords({ sql, tables }, 'shop', grammar);

test.each([
  'select * from homes',
  '(select 1) union all (select 2)',
  'with a as (select * from homes), b (x, y) as (select * from a) select * from a join b on a.x = b.x, homes',
  'with recursive a as (select 1 as n union all select n + 1 from a where n < 3) select * from a',
  'select x from (select 1 as x from homes) t where x in (select 1 from sales.orders) order by 1, 2 limit 3 offset 4',
  'select count(*) over (partition by a order by b, c) from homes group by 1, 2',
  "select extract(year from a), trim(both 'x' from b), a is distinct from b from homes, sales.orders",
  'select 1 -- a comment; select\n from homes /* another, (one */ ;',
  "select 'it''s -- no comment', 1e5, .5, a.b from homes a",
  'select * from (homes join sales.orders on true)',
])('lets through %s', (sql) => guard(sql));

test.each([
  'select * from vault',
  'select * from homes, vault',
  'select * from (homes, vault)',
  'select * from homes join (select * from vault) v on true',
  'select * from homes where a = (select b from vault)',
  'with vault as (select * from vault) select * from vault',
  'select * from (with vault as (select 1) select * from vault) x, vault',
  'with a as (select * from b), b as (select 1) select * from a',
  'select f(1) from homes',
  'select shop.lower(a) from homes',
  'select "lower"(a) from homes',
  'select a.lower(b) from homes a',
  'select 1 select 2 from vault',
  'select 1 union select 2 with a as (select 1) select * from vault',
  'from vault',
  'values (1)',
  'select (from vault select 1)',
  'select extract(from vault)',
  'select lower(a from b select * from vault)',
  'select * from homes union, vault',
  'select * from homes order, vault',
  'select * from homes as having, vault',
  'select * from homes h.where, vault',
  'select 1from vault',
  'select 1 from 1vault',
  'select * from vault.',
  'select * from homes.',
  'select * from',
  'select * from (',
  'select * from homes)',
  'select * from homes; select 1',
  'select * into x from homes',
  'select * from homes for update',
  'select a[1, 2] from homes, vault',
  'select * from homes\u00a0, vault',
  'select * from homes\u2028, vault',
  'select\u000b1',
  'select * from größe',
  "select 'open",
  'select /* open',
  'select /*! 1 */',
  'select /* a /* b */ c */ 1',
  'select 1 //',
  `select ${'1, '.repeat(3000)}1`,
])('refuses %s', (sql) => expect(() => guard(sql)).toThrow());

test.each([
  ['trino', 'select * from Homes h, "HOMES" g', true],
  ['mysql', 'select * from Homes', false],
  ['snowflake', 'select * from Homes', true],
  ['snowflake', 'select * from "Homes"', false],
  ['bigquery', 'select * from `shop.homes`, `sales`.orders', true],
  ['bigquery', 'select "homes" from "homes"', false],
  ['clickhouse', 'select a in (1, 2), b::Int8 from homes', true],
  ['clickhouse', 'select a in vault from homes', false],
  ['clickhouse', 'select a in (vault) from homes', false],
  ['clickhouse', 'select a in ((vault)) from homes', false],
  ['clickhouse', 'select a in (1, (sales.vault)) from homes', false],
  ['clickhouse', 'select in(1, sales.vault) from homes', false],
  ['clickhouse', 'select in(1, "vault") from homes', false],
  ['clickhouse', 'select a in (lower(b)) from homes', true],
  ['clickhouse', "select a in (null, date '2024-01-31', (1, -2), 3::Int8) from homes", true],
  ['clickhouse', 'select (a, b) in ((select c, d from sales.orders)) from homes', true],
  ['sqlite', 'select (1, 2) in vault from homes', false],
  ['sqlite', 'select 1 not in "vault" from homes', false],
  ['sqlite', 'select a in (b, c) from homes', true],
  ['snowflake', 'select * from homes ->> use role admin', false],
] as const)('reads names as %s does: %s', (engine, sql, isAllowed) => {
  const judged = () => guard(sql, grammars[engine]);
  if (isAllowed) judged();
  else expect(judged).toThrow();
});
