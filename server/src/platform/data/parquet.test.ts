import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import { writeParquetFile } from '../../../test/parquet-file.ts';
import { quoteText } from './worker/duckdb.ts';

const { folder, newPath, importText } = useDataRoom();

const parquetOf = (select: string) => writeParquetFile(select, newPath(), folder());

const values: [name: string, sql: string, type: string, value: unknown][] = [
  ['a small integer', '7::TINYINT', 'integer', 7],
  ['an unsigned integer', '4000000000::UINTEGER', 'integer', 4_000_000_000],
  ['an unsigned 64-bit integer', '18446744073709551615::UBIGINT', 'text', '18446744073709551615'],
  ['an integer beyond 2^53', '9007199254740993::BIGINT', 'integer', '9007199254740993'],
  ['a float', '1.5::FLOAT', 'number', 1.5],
  ['infinity', "'inf'::DOUBLE", 'number', 'Infinity'],
  ['a decimal', '1.10::DECIMAL(10,2)', 'number', 1.1],
  ['a whole decimal', '123456789012345678::DECIMAL(18,0)', 'integer', '123456789012345678'],
  ['a boolean', 'true', 'boolean', true],
  ['a date', "DATE '2020-01-05'", 'date', '2020-01-05'],
  ['a moment', "TIMESTAMP '2020-01-05 03:04:05.678'", 'datetime', '2020-01-05T03:04:05.678Z'],
  ['a moment of nanoseconds', "TIMESTAMP_NS '2020-01-05 03:04:05'", 'datetime', '2020-01-05T03:04:05Z'],
  ['a zoned moment', "TIMESTAMPTZ '2020-01-05 03:04:05+02'", 'datetime', '2020-01-05T01:04:05Z'],
  ['a time', "TIME '03:04:05'", 'number', 3 + 4 / 60 + 5 / 3600],
  ['a UUID', "'0b5c4b3e-6a57-4b26-9d5d-0c1d2e3f4a5b'::UUID", 'text', '0b5c4b3e-6a57-4b26-9d5d-0c1d2e3f4a5b'],
  ['text like a number', "'007'", 'text', '007'],
  ['a list', '[1, 2]', 'json', [1, 2]],
  ['a struct', "{a: 'x'}", 'json', { a: 'x' }],
];

test.each(values)('reads %s', async (_name, sql, type, value) => {
  const { columns, cells } = await importText(await parquetOf(`SELECT ${sql} AS v UNION ALL SELECT NULL`));
  expect(columns[0]).toMatchObject({ type, nulls: 1 });
  expect(cells).toEqual([[value], [null]]);
});

test.each([
  ['bytes and nothing else', "SELECT 'ab'::BLOB AS v", 'unsupported_column_type'],
  [
    '5,001 columns',
    `SELECT ${Array.from({ length: 5001 }, (_, index) => `1 AS c${index}`).join(', ')}`,
    'too_many_columns',
  ],
])('refuses %s', async (_name, select, code) => {
  expect(await faultOf(importText(await parquetOf(select)))).toMatchObject({ code });
});

test('refuses a file cut in the middle', async () => {
  const bytes = await parquetOf('SELECT range AS v FROM range(1000)');
  expect(await faultOf(importText(bytes.subarray(0, bytes.length / 2)))).toMatchObject({ code: 'not_parquet' });
});

test('texts and NaN of Parquet are read as the same CSV is', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => [
    ['1.5', 'NaN', '-', '2'][row % 4],
    ['1,5', '1.000,25', 'n/a', '7'][row % 4],
    `${13 + (row % 10)}/0${1 + (row % 9)}/2021`,
    ['none', 'NaN', 'mild', ''][row % 4],
    ['007', '07', '7', '12345678901234567890'][row % 4],
    row % 4 === 3 ? '' : `${row + 1} ${row % 2 ? 'km' : 'm'}`,
    ['true', 'FALSE', '', 'false'][row % 4],
    `{"a": ${row}}`,
  ]);
  const names = ['point', 'comma', 'day', 'word', 'code', 'length', 'flag', 'nested'];
  const csv = [names, ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');
  const tuples = rows.map((cells) => `(${cells.map(quoteText).join(', ')})`).join(', ');
  const fromCsv = await importText(csv);
  const fromParquet = await importText(await parquetOf(`SELECT * FROM (VALUES ${tuples}) AS t(${names.join(', ')})`));
  expect(fromParquet.cells).toEqual(fromCsv.cells);
  const readings = ({ columns }: typeof fromCsv) => columns.map(({ name, type, reading }) => ({ name, type, reading }));
  expect(readings(fromParquet)).toEqual(readings(fromCsv));
  const types = fromCsv.columns.map(({ type }) => type);
  expect(types).toEqual(['number', 'number', 'date', 'text', 'text', 'number', 'boolean', 'json']);
  const typed = await importText(await parquetOf("SELECT unnest([1.5, 'NaN'::DOUBLE, 2]) AS v"));
  expect(typed.cells).toEqual((await importText('v\n1.5\nNaN\n2\n')).cells);
});

test('integers of Parquet beyond 2^53 are exact, and it is said that a model rounds them', async () => {
  const { cells, warnings } = await importText(
    await parquetOf('SELECT unnest([1, 9007199254740993]) AS id, unnest([1, 9007199254740991]) AS n'),
  );
  expect(cells).toEqual([
    [1, 1],
    ['9007199254740993', 9_007_199_254_740_991],
  ]);
  expect(warnings).toMatchObject([{ code: 'long_integers', column: 'id' }]);
});

test('columns of Parquet have the types that are said, and those of no column are refused', async () => {
  const content = await parquetOf("SELECT unnest([20240521, 20240522]) AS d, unnest([7, 8]) AS zip, 'x' AS v");
  const { columns, cells } = await importText(content, { types: { d: 'date', zip: 'text' } });
  expect(columns.map(({ type }) => type)).toEqual(['date', 'text', 'text']);
  expect(cells[0]).toEqual(['2024-05-21', '7', 'x']);
  expect(await faultOf(importText(content, { types: { w: 'text' } }))).toMatchObject({ code: 'invalid_option' });
  expect(await faultOf(importText(content, { types: { v: 'number' } }))).toMatchObject({ code: 'cell_does_not_fit' });
});

test.each([
  ['Parquet', () => parquetOf("SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y' || chr(0)")],
  ['JSON', () => '{"a":1,"b":"x"}\n{"a":2,"b":"y\\u0000"}\n'],
])('a NUL in a text of %s is refused by its place', async (_, make) => {
  const fault = await faultOf(importText(await make()));
  expect(fault).toMatchObject({ code: 'nul_byte', pointer: expect.stringMatching(/^(\/line\/2|\/1)\/b$/) });
});

test('a column of bytes beside others is left out, and it is said', async () => {
  const content = await parquetOf("SELECT 1 AS id, 'ab'::BLOB AS photo, {a: 'x', b: [1]} AS nested, 2.5 AS y");
  const { columns, cells, warnings } = await importText(content);
  expect(columns.map(({ name }) => name)).toEqual(['id', 'nested', 'y']);
  expect(cells).toEqual([[1, { a: 'x', b: [1] }, 2.5]]);
  expect(warnings).toMatchObject([
    {
      code: 'column_left_out',
      column: 'photo',
      detail: expect.stringContaining('holds bytes (BLOB); it was left out'),
    },
    { code: 'nested_column', column: 'nested' },
  ]);
});

const fixture = (name: string) => readFile(join(import.meta.dirname, `../../../test/parquet/${name}.parquet`));

test('columns A and a are renamed as those of CSV are, with the same warnings', async () => {
  const parquet = await importText(await fixture('equal-names'));
  const csv = await importText('A,a,a_1,b,\n1,3,5,x,7\n2,4,6,y,8\n');
  expect(parquet.columns.map(({ name }) => name)).toEqual(['A', 'a_2', 'a_1', 'b', 'column_5']);
  expect(parquet.cells).toEqual(csv.cells);
  expect(parquet.warnings).toEqual(csv.warnings);
});

test('decimals of more digits than can be read are left out, and values that are rounded are counted', async () => {
  const { columns, cells, warnings } = await importText(await fixture('long-decimals'));
  expect(columns.map(({ name }) => name)).toEqual(['price', 'long', 'at']);
  expect(cells[0]).toEqual([1.1, '12345678901234567890', '2020-01-01T00:00:00Z']);
  expect(warnings.map(({ code, column }) => [code, column])).toEqual([
    ['column_left_out', 'wide'],
    ['rounded_values', 'at'],
  ]);
});

test('whole decimals stay exact however long they are, and every other decimal that is changed is counted', async () => {
  const decimals = (name: string, type: string, values: string[]) =>
    `unnest([${values.map((value) => `'${value}'::DECIMAL(${type})`).join(', ')}]) AS ${name}`;
  const { columns, cells, warnings } = await importText(
    await parquetOf(
      `SELECT ${decimals('key', '20,0', ['12345678901234567', '12345678901234569', '12345678901234571'])},
        ${decimals('huge', '38,0', ['9007199254740993', '9007199254740995', '99999999999999999999999999999999999999'])},
        ${decimals('count', '38,0', ['1', '20', '-300'])},
        ${decimals('price', '20,2', ['123456789012345678.91', '9007199254740993.00', '1234567890123.25'])}`,
    ),
  );
  expect(columns.map(({ type }) => type)).toEqual(['text', 'text', 'integer', 'number']);
  expect(cells.map((row) => row.slice(0, 3))).toEqual([
    ['12345678901234567', '9007199254740993', 1],
    ['12345678901234569', '9007199254740995', 20],
    ['12345678901234571', '99999999999999999999999999999999999999', -300],
  ]);
  expect(warnings).toMatchObject([{ code: 'rounded_values', column: 'price' }]);
  expect(warnings[0].detail).toContain('2 values have more digits');
});
