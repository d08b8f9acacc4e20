import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import type { ColumnType, FileOptions, JsonValue } from './types.ts';

const { importText } = useDataRoom();

type Case = [name: string, cells: string[], type: ColumnType, values: JsonValue[], options?: FileOptions];

const blanks = ['', 'NA', 'n/a', '#N/A', 'null', 'None', 'NaN', '-', '?', '.', 'missing', '\\N', ' '];

const cases: Case[] = [
  ['integers', ['1', '-20', '0', ' 7 ', '+5'], 'integer', [1, -20, 0, 7, 5]],
  ['integers beyond 2^53', ['9007199254740993', '1'], 'text', ['9007199254740993', '1']],
  [
    'integers beyond 2^53 said to be some',
    ['9007199254740993', '1'],
    'integer',
    ['9007199254740993', 1],
    { types: { v: 'integer' } },
  ],
  ['integers beyond 64 bits', ['123456789012345678901', '1'], 'text', ['123456789012345678901', '1']],
  ['a long integer among decimals', ['9007199254740993', '1.5'], 'text', ['9007199254740993', '1.5']],
  ['codes with leading zeros', ['00123', '456'], 'text', ['00123', '456']],
  ['telephone numbers', ['+4915112345678', '+4915112345679'], 'text', ['+4915112345678', '+4915112345679']],
  ['every blank', ['1', ...blanks], 'integer', [1, ...blanks.map(() => null)]],
  ['decimals', ['1.5', '.5', '2.', '-3.25e-2', '1e3', '4'], 'number', [1.5, 0.5, 2, -0.0325, 1000, 4]],
  ['huge numbers', ['1e250', '-1E-250'], 'number', [1e250, -1e-250]],
  ['numbers beyond DOUBLE', ['1e999', '1'], 'text', ['1e999', '1']],
  ['infinity', ['inf', '1'], 'text', ['inf', '1']],
  ['programmers’ numbers', ['0x1F', '1_000'], 'text', ['0x1F', '1_000']],
  ['two decimal commas among integers', ['484', '640,56', '1219'], 'number', [484, 640.56, 1219]],
  ['points and decimal commas', ['1.5', '640,56'], 'number', [1.5, 640.56]],
  ['points and a comma that could be either', ['1.5', '1,234', '640,56'], 'text', ['1.5', '1,234', '640,56']],
  ['thousands', ['1,234', '12,345.5', '1,234,567'], 'number', [1234, 12345.5, 1234567]],
  ['European thousands', ['1.234,5', '12.345'], 'number', [1234.5, 12345]],
  ['thousands by space and quote', ['1 234', "12'345.5", '1\u00a0234\u00a0567'], 'number', [1234, 12345.5, 1234567]],
  ['badly grouped', ['1,23,4', '1'], 'text', ['1,23,4', '1']],
  ['a lone group', ['1,234', '5'], 'number', [1234, 5]],
  ['a lone group said to be decimal', ['1,234', '5'], 'number', [1.234, 5], { decimal: ',' }],
  ['currencies', ['$1,200.50', '€ 3', '-$5.50', '$-5', '7 USD', 'CHF 8'], 'number', [1200.5, 3, -5.5, -5, 7, 8]],
  ['percent', ['12 %', '3.5%'], 'number', [12, 3.5]],
  ['accountants’ negatives', ['(5)', '(1,200.5)', '−7'], 'number', [-5, -1200.5, -7]],
  ['numbers and one word', ['1', '2', 'n.k.'], 'text', ['1', '2', 'n.k.']],
  ['true and false', ['true', 'FALSE', 'True', ''], 'boolean', [true, false, true, null]],
  ['yes and no stay the sender’s words', ['yes', 'no'], 'text', ['yes', 'no']],
  [
    'yes and no said to be boolean',
    ['yes', 'N', '1', 'off'],
    'boolean',
    [true, false, true, false],
    { types: { v: 'boolean' } },
  ],
  ['ISO dates', ['2020-01-05', '2020-1-6', '2020/02/29'], 'date', ['2020-01-05', '2020-01-06', '2020-02-29']],
  ['months', ['1949-01', '1949-12'], 'date', ['1949-01-01', '1949-12-01']],
  ['a day that is none', ['2020-02-30', '2020-01-01'], 'text', ['2020-02-30', '2020-01-01']],
  ['days first', ['13/01/2020', '02/03/2020'], 'date', ['2020-01-13', '2020-03-02']],
  ['months first', ['01/13/2020', '02/03/2020'], 'date', ['2020-01-13', '2020-02-03']],
  ['dates that could be either', ['01/02/2020'], 'text', ['01/02/2020']],
  ['the same with the order said', ['01/02/2020'], 'date', ['2020-02-01'], { dateOrder: 'dmy' }],
  ['dotted dates', ['05.01.2020', '31.12.2020'], 'date', ['2020-01-05', '2020-12-31']],
  [
    'months in words',
    ['5 Jan 2020', 'February 3, 2020', '07-Mar-2020'],
    'date',
    ['2020-01-05', '2020-02-03', '2020-03-07'],
  ],
  [
    'moments',
    ['2020-01-05 03:04', '2020-01-05T03:04:05.25Z', '2015-02-24 11:35:52 -0800', '2020-01-05 03:04:05+01'],
    'datetime',
    ['2020-01-05T03:04:00Z', '2020-01-05T03:04:05.25Z', '2015-02-24T19:35:52Z', '2020-01-05T02:04:05Z'],
  ],
  [
    'half days',
    ['1/13/2020 3:04 PM', '1/14/2020 12:00 AM'],
    'datetime',
    ['2020-01-13T15:04:00Z', '2020-01-14T00:00:00Z'],
  ],
  ['times alone', ['12:30', '13:45'], 'text', ['12:30', '13:45']],
  ['JSON', ['{"a": [1, 2]}', '[]'], 'json', [{ a: [1, 2] }, []]],
  ['text as it is', [' padded ', 'NA', '-', ''], 'text', [' padded ', 'NA', '-', null]],
  ['numbers said to be text', ['1', '02'], 'text', ['1', '02'], { types: { v: 'text' } }],
  ['formulas', ['=1+1', '@SUM(A1)'], 'text', ['=1+1', '@SUM(A1)']],
];

test.each(cases)('reads %s', async (_name, cells, type, values, options) => {
  const table = await importText(`v,k\n${cells.map((cell) => `"${cell.replaceAll('"', '""')}",x`).join('\n')}\n`, {
    header: true,
    ...options,
  });
  expect(table.columns[0].type).toBe(type);
  expect(table.cells.map(([value]) => value)).toEqual(values);
});

test('lets the clear columns of a file decide its doubtful ones', async () => {
  const { cells } = await importText('a;b;c\n1,5;1,234;01/02/2020\n2,25;2,500;13/02/2020\n');
  expect(cells).toEqual([
    [1.5, 1.234, '2020-02-01'],
    [2.25, 2.5, '2020-02-13'],
  ]);
});

test('proves types on all rows, not on the first ones', async () => {
  const rows = [...Array.from({ length: 30_000 }, (_, index) => `${index}`), '"640,56"'];
  const { columns } = await importText(`a,b\n${rows.map((row) => `${row},1`).join('\n')}\n`);
  expect(columns[0]).toMatchObject({ type: 'number', max: 29_999, nulls: 0 });
});

test('reads JSON strings like cells and JSON numbers as they are', async () => {
  const { columns, cells } = await importText(
    '[{"a":"640,56","b":1.10,"c":true,"d":"2020-01-05"},{"a":"3","b":2,"c":false,"d":null}]',
  );
  expect(columns.map((column) => column.type)).toEqual(['number', 'number', 'boolean', 'date']);
  expect(cells).toEqual([
    [640.56, 1.1, true, '2020-01-05'],
    [3, 2, false, null],
  ]);
});

const misfits: [type: ColumnType, good: string, bad: string][] = [
  ['integer', '1', '1.5'],
  ['number', '1,5', 'abc'],
  ['boolean', 'yes', '2'],
  ['date', '2020-01-05', '2020-01-05 03:04'],
  ['datetime', '2020-01-05 03:04', '2020-13-05'],
  ['json', '[1]', '[1'],
];

test.each(misfits)('refuses a cell that is no %s, by line and column', async (type, good, bad) => {
  const text = `v;k\n${good};x\n${good};x\n${bad};x\n`;
  const fault = await faultOf(importText(text, { types: { v: type } }));
  expect(fault).toMatchObject({ code: 'cell_does_not_fit', pointer: '/line/4/v' });
});

test('a column that turns out to be text after the first rows keeps its blanks as they are', async () => {
  const rows = [...Array.from({ length: 30_000 }, (_, index) => (index % 2 ? 'NA' : `${index}`)), 'word 7'];
  const { columns } = await importText(`a,b\n${rows.map((row) => `${row},1`).join('\n')}\n`);
  expect(columns[0]).toMatchObject({ type: 'text', nulls: 0, max: 'word 7' });
});
