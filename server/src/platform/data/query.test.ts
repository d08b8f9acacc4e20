import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import type { QueryRequest, TablePart } from './types.ts';

const { room, folder, importText } = useDataRoom();
let homes: TablePart;

beforeAll(async () => {
  homes = (await importText('rooms,city,price\n1,Rome,10.5\n2,Oslo,\n3,Rome,30\n')).part;
});

function ask(sql: string, limits: Partial<QueryRequest> = {}) {
  const tables = { homes: [homes], 'my-table': [homes], Twin: [homes], twin: [homes] };
  return room().runQuery({ sql, tables, maxRows: 100, timeoutMs: 20_000, memoryBytes: 256 << 20, ...limits });
}

const answers: [sql: string, rows: unknown[][]][] = [
  [
    'SELECT city, sum(price) AS total FROM homes GROUP BY city ORDER BY city',
    [
      ['Oslo', null],
      ['Rome', 40.5],
    ],
  ],
  ['with r as (select rooms from homes where price > 20) select * from r -- why not', [[3]]],
  ['FROM homes SELECT rooms LIMIT 1;', [[1]]],
  ["VALUES (1, 'a')", [[1, 'a']]],
  ['SELECT count(*) FROM "my-table"', [[3]]],
  ['SELECT count(*) FROM HOMES h JOIN homes USING (rooms)', [[3]]],
  ['SELECT count(*) FROM "Twin"', [[3]]],
  ['SELECT column_name FROM (DESCRIBE homes) LIMIT 1', [['rooms']]],
  [
    "SELECT 9007199254740993, 1::HUGEINT, 1.10::DECIMAL(5,2), 'nan'::DOUBLE, -1e999",
    [['9007199254740993', 1, 1.1, 'NaN', '-Infinity']],
  ],
  [
    "SELECT DATE '2020-01-05', TIMESTAMP '2020-01-05 03:04:05.5', TIME '03:04', NULL",
    [['2020-01-05', '2020-01-05T03:04:05.5Z', '03:04:00', null]],
  ],
  [
    "SELECT [1, NULL], {a: 'x'}, MAP {'k': 1}, 'ab'::BLOB, '{\"z\": [1]}'::JSON",
    [[[1, null], { a: 'x' }, [{ key: 'k', value: 1 }], 'YWI=', { z: [1] }]],
  ],
  [
    `SELECT '{"id": 9007199254740993, "all": [-9007199254740993, 1e400, 1e20, 2]}'::JSON`,
    [[{ id: '9007199254740993', all: ['-9007199254740993', '1e400', 1e20, 2] }]],
  ],
  ["SELECT '; DROP TABLE homes; --'", [['; DROP TABLE homes; --']]],
  ['SELECT sum(i) FROM range(10) t(i)', [[45]]],
];

test.each(answers)('answers %s', async (sql, rows) => {
  expect((await ask(sql)).rows).toEqual(rows);
});

test('keeps fields named as what every object has', async () => {
  const { rows } = await ask(`SELECT [{'__proto__': 1, constructor: {'__proto__': 'x'}, a: 2}] AS s`);
  expect(JSON.stringify(rows)).toBe('[[[{"constructor":{"__proto__":"x"},"a":2,"__proto__":1}]]]');
});

test('names columns and types, two of one name as well', async () => {
  const { columns } = await ask(
    'SELECT rooms AS x, price AS x, sum(rooms)::HUGEINT AS s FROM homes GROUP BY ALL LIMIT 1',
  );
  expect(columns).toEqual([
    { name: 'x', type: 'integer' },
    { name: 'x', type: 'number' },
    { name: 's', type: 'integer' },
  ]);
});

const hostile = [
  "COPY homes TO '/tmp/x.csv'",
  "COPY (SELECT 1) TO '/tmp/x.parquet' (FORMAT parquet)",
  "COPY homes FROM '/etc/passwd'",
  "ATTACH '/tmp/x.db' AS x",
  'DETACH memory',
  'INSTALL httpfs',
  'LOAD httpfs',
  "SET memory_limit = '100GB'",
  'RESET memory_limit',
  'PRAGMA database_list',
  'CALL pragma_version()',
  'CREATE TABLE x (a INTEGER)',
  'CREATE OR REPLACE VIEW homes AS SELECT 1',
  'INSERT INTO homes VALUES (1)',
  'UPDATE homes SET price = 0',
  'DELETE FROM homes',
  'DROP VIEW homes',
  'ALTER TABLE homes RENAME TO x',
  'TRUNCATE homes',
  'EXPLAIN ANALYZE SELECT 1',
  "EXPORT DATABASE '/tmp/x'",
  "IMPORT DATABASE '/tmp/x'",
  'BEGIN TRANSACTION',
  'CHECKPOINT',
  'VACUUM',
  'PREPARE x AS SELECT 1',
  'EXECUTE x',
  'SELECT 1; SELECT 2',
  "SELECT 1; COPY homes TO '/tmp/x.csv'",
  'SELECT 1;;; DROP VIEW homes',
  'SHOW TABLES',
  'SHOW ALL TABLES',
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM READ_TEXT('/etc/passwd')",
  "SELECT * FROM read_blob('/etc/passwd')",
  "SELECT * FROM read_json_auto('/etc/passwd')",
  "SELECT * FROM parquet_scan('/tmp/*.parquet')",
  "SELECT * FROM glob('/etc/*')",
  "SELECT * FROM sniff_csv('/etc/passwd')",
  "SELECT * FROM parquet_metadata('/tmp/x.parquet')",
  "SELECT (SELECT content FROM read_text('/etc/passwd'))",
  "WITH x AS (SELECT * FROM read_text('/etc/passwd')) SELECT * FROM x",
  "SELECT * FROM homes WHERE city IN (SELECT content FROM read_text('/etc/passwd'))",
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM duckdb_views()',
  'SELECT * FROM pragma_database_list()',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM main.homes',
  'SELECT * FROM system.information_schema.tables',
  'SELECT * FROM duckdb_secrets()',
  "SELECT * FROM query('SELECT 1')",
  "SELECT * FROM query_table(['homes'])",
  "SELECT getenv('HOME')",
  "SELECT current_setting('allowed_paths')",
  "SELECT nextval('x')",
  "SELECT write_log('x')",
  "SELECT json_execute_serialized_sql('x')",
  'SELECT * FROM TWIN',
  'SELECT * FROM "Twin", twin',
];

test.each(hostile)('refuses %s', async (sql) => {
  await expect(ask(sql)).rejects.toMatchObject({ code: 'query_refused' });
});

const failing: [sql: string, detail: RegExp][] = [
  ['', /statements|empty/],
  ['SELEC 1', /syntax error/],
  ['SELECT nothing FROM homes', /nothing/],
  ['SELECT * FROM elsewhere', /no table "elsewhere".*homes/],
  ["SELECT * FROM '/etc/passwd'", /no table/],
  ["SELECT * FROM 'https://example.com/x.parquet'", /no table/],
  ['SELECT $1', /placeholder/],
  ["SELECT 'x'::INTEGER", /Conversion/],
  ['SELECT filename FROM homes', /filename/],
];

test.each(failing)('says what is wrong with %s and no path', async (sql, detail) => {
  const error = await ask(sql).catch((reason: Error & { code: string }) => reason);
  expect(error).toMatchObject({ message: expect.stringMatching(detail) });
  expect(String(error)).not.toContain(folder());
});

test('cuts at the most rows and says so', async () => {
  const { rows, truncated } = await ask('SELECT * FROM range(1000)', { maxRows: 10 });
  expect([rows.length, truncated]).toEqual([10, true]);
  expect((await ask('SELECT * FROM range(10)', { maxRows: 10 })).truncated).toBe(false);
});

const runaways: [name: string, sql: string, code: string][] = [
  ['a cross join', 'SELECT count(*) FROM range(10000000) a, range(10000000) b', 'query_time_limit'],
  [
    'an endless WITH',
    'WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r',
    'query_time_limit',
  ],
  ['a huge string', "SELECT length(repeat('x', 1000000000)) FROM range(100)", 'query_refused'],
  ['a huge string of bits', "SELECT bit_length(bitstring('1', 2000000000))", 'query_refused'],
  ['a width that is a value', "SELECT format('{:{}}', 'x', 2000000000)", 'query_refused'],
  ['a width that printf takes from a value', "SELECT printf('%*d', 2000000000, 1)", 'query_refused'],
  ['a huge sort', 'SELECT * FROM range(1000000000) t(i) ORDER BY hash(i)', 'query_(memory|time)_limit'],
  ['a huge list', 'SELECT list(i) FROM range(1000000000) t(i)', 'query_(memory|time)_limit'],
];

test.each(runaways)('ends %s at its limit and goes on answering', async (_name, sql, code) => {
  const limits = { timeoutMs: 1000, memoryBytes: 128 << 20 };
  await expect(ask(sql, limits)).rejects.toMatchObject({ code: expect.stringMatching(code) });
  expect((await ask('SELECT 1')).rows).toEqual([[1]]);
});

test('ends a query whose caller went away', async () => {
  const caller = new AbortController();
  const { room: current } = { room };
  const running = current().runQuery(
    {
      sql: 'SELECT count(*) FROM range(10000000) a, range(10000000) b',
      tables: {},
      maxRows: 1,
      timeoutMs: 60_000,
      memoryBytes: 1 << 28,
    },
    { signal: caller.signal },
  );
  caller.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
});

test('a sum of integers is an integer, by its type as by its value', async () => {
  const { columns, rows } = await ask('SELECT sum(rooms) AS s FROM homes');
  expect([columns, rows]).toEqual([[{ name: 's', type: 'integer' }], [[6]]]);
});
