import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import type { FileOptions } from './types.ts';

const { folder, importText } = useDataRoom();

const csvFaults: [name: string, content: string | Buffer, code: string, detail: RegExp, options?: FileOptions][] = [
  ['a short line', 'a,b\n1,2\n3\n', 'ragged_line', /Line 3 has 1 cells .* 2 were expected/],
  ['a long line', 'a,b\n1,2\n3,4,5\n', 'ragged_line', /Line 3 has 3 cells .* with "," in it stands in quotes/],
  [
    'a long line below names of rows',
    'acc,bal\na,1,2\nb,3,4\nc,1,234.50,5\nd,5,6\n',
    'ragged_line',
    /Line 4 has 4 cells .* 3 were expected, as in most lines, although the header on line 1 has 2/,
  ],
  ['a ragged line after a quoted line break', 'a,b\n"1\n2",2\n3\n', 'ragged_line', /Line 4/],
  ['a ragged line with CR alone', 'a,b\r1,2\r3\r', 'ragged_line', /Line 3/],
  ['a NUL byte', 'a,b\n1,2\n3\0,4\n', 'nul_byte', /Line 3/],
  ['an empty file', '', 'empty_file', /empty/],
  ['blank lines only', '\n\n\n', 'empty_file', /blank/],
  ['an open quote', 'a,b\n1,2\n"3,4\n5,6\n', 'unterminated_quote', /Line 3/],
  ['text after a quote', 'a,b\n1,2\n"3"x,4\n', 'text_after_quote', /Line 3.* set quote=none/],
  ['10,000 columns', `${Array.from({ length: 10_000 }, (_, i) => `c${i}`)}\n`, 'too_many_columns', /10000 .* 5000/],
  ['a name of 300 characters', `${'x'.repeat(300)},b\n1,2\n`, 'column_name_too_long', /column 1 has 300/],
  ['a row of 17 MB', `a,b\n${'x'.repeat(17 << 20)},1\n`, 'cell_too_large', /Line 2/],
  ['a workbook cut off', Buffer.from('PK\x03\x04rest'), 'broken_workbook', /workbook/],
  [
    'a file of Stata',
    '<stata_dta><header><release>118</release><byteorder>LSF',
    'not_text',
    /a Stata file; save it as Pa/,
  ],
  ['one of Stata 10', Buffer.from([0x72, 2, 1, 0, 3, 0, 7, 0, 0, 0]), 'not_text', /a Stata file/],
  ['a file of SPSS', '$FL2@(#) SPSS DATA FILE\0\0\x02\0', 'not_text', /read_spss/],
  ['a file of SAS', Buffer.from(`${'00'.repeat(12)}c2ea8160b31411cf`, 'hex'), 'not_text', /read_sas/],
  ['data of R', 'RDX3\nX\n\0\0\0\x03\0', 'not_text', /write\.csv/],
  ['random bytes', Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 73) % 251)), 'not_text', /binary/],
  [
    'bad UTF-8 said to be UTF-8',
    Buffer.from('a,b\n1,\xff\n', 'latin1'),
    'wrong_encoding',
    /Line 2/,
    { encoding: 'utf-8' },
  ],
  ['an unknown encoding', 'a\n1\n', 'invalid_option', /encoding/, { encoding: 'klingon' }],
  ['a first line without end', 'x'.repeat(3_000_000), 'cell_too_large', /first line does not end/],
  ['a quote that parts cells', 'a,b\n1,2\n', 'invalid_option', /quote: must differ/, { delimiter: ',', quote: ',' }],
  ['a delimiter that is the quote', 'a,b\n1,2\n', 'invalid_option', /must differ/, { delimiter: '"' }],
  ['a long delimiter', 'a\n1\n', 'invalid_option', /delimiter/, { delimiter: ':;' }],
  ['a type for no column', 'a\n1\n', 'invalid_option', /no column "z"/, { types: { z: 'text' } }],
  [
    'a cell not of the said type',
    'a,b\n1,2\n\n3,x\n',
    'cell_does_not_fit',
    /Line 4: column "b" must be a number, got "x"/,
    { types: { b: 'number' } },
  ],
];

test.each(csvFaults)('refuses %s', async (_name, content, code, detail, options) => {
  const fault = await faultOf(importText(content, options, 'csv'));
  expect(fault).toMatchObject({ code, detail: expect.stringMatching(detail) });
});

test('leaves nothing behind when it refuses', async () => {
  const before = (await readdir(folder())).length;
  await faultOf(importText('a,b\r\n1,2\n3,"4'));
  expect(await readdir(folder())).toHaveLength(before + 1); // only the uploaded file remains
});

const jsonFaults: [name: string, content: string, format: 'json' | 'ndjson', code: string, detail: RegExp][] = [
  ['an object', '{"a": 1}', 'json', 'not_an_array', /not an array/],
  ['a broken array', '[{"a":1},\n{"a":2},\n{"a":}]', 'json', 'broken_json', /Line 3/],
  ['an array cut off', '[{"a":1},\n{"a":2}', 'json', 'broken_json', /Line 2/],
  ['a number among rows', '[{"a":1}, 5]', 'json', 'not_an_object', /Row 2/],
  ['no rows', '[]', 'json', 'no_columns', /no rows/],
  ['a key twice', '[{"a":1,"a":2}]', 'json', 'duplicate_key', /"a" twice/],
  ['a broken line', '{"a":1}\n\n{"a":\n{"a":4}\n', 'ndjson', 'broken_json', /Line 3/],
  ['a broken line after U+2028', '{"a":"x\u2028y"}\n{"a":\n', 'ndjson', 'broken_json', /Line 2/],
  ['a line that is a list', '{"a":1}\n\n[1]\n', 'ndjson', 'not_an_object', /Line 3/],
];

test.each(jsonFaults)('refuses JSON with %s', async (_name, content, format, code, detail) => {
  const fault = await faultOf(importText(content, {}, format));
  expect(fault).toMatchObject({ code, detail: expect.stringMatching(detail) });
});

test('refuses a Parquet file that is none', async () => {
  expect(await faultOf(importText('PAR1\x15\x04 and no more'))).toMatchObject({ code: 'not_parquet' });
});

const readable: [name: string, content: string | Buffer, names: string[], cells: unknown[][], options?: FileOptions][] =
  [
    [
      'CRLF',
      'a,b\r\n1,x\r\n2,y\r\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'CR',
      'a,b\r1,x\r2,y',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'CRLF and LF mixed',
      'a,b\r\n1,"x\r\nz"\n2,y\r\n',
      ['a', 'b'],
      [
        [1, 'x\r\nz'],
        [2, 'y'],
      ],
    ],
    [
      'semicolons and decimal commas',
      'a;b\n1,5;x\n2,25;y\n',
      ['a', 'b'],
      [
        [1.5, 'x'],
        [2.25, 'y'],
      ],
    ],
    ['tabs', 'a\tb\n1\tx, y\n', ['a', 'b'], [[1, 'x, y']]],
    [
      'bars and single quotes',
      "a|b\n1|'x|y'\n2|'z'\n",
      ['a', 'b'],
      [
        [1, 'x|y'],
        [2, 'z'],
      ],
    ],
    [
      'no header',
      '1,x\n2,y\n',
      ['column_1', 'column_2'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'a header said to be a row',
      'a,b\nc,d\n',
      ['column_1', 'column_2'],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      { header: false },
    ],
    ['an empty header cell', ',b\n1,x\n', ['column_1', 'b'], [[1, 'x']]],
    ['a header only', 'a,b\n', ['a', 'b'], []],
    ['one column with a gap', 'a\n1\n\n3\n', ['a'], [[1], [null], [3]]],
    [
      'all missing',
      'a,b\n,\n,\n',
      ['a', 'b'],
      [
        [null, null],
        [null, null],
      ],
    ],
    ['a byte order mark', '\ufeff"a","b"\n1,x\n', ['a', 'b'], [[1, 'x']]],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,\u05d0\n', 'utf16le'), ['a', 'b'], [[1, '\u05d0']]],
    [
      'UTF-16 without mark',
      Buffer.from('name,b\nabc,x\nabd,y\n', 'utf16le'),
      ['name', 'b'],
      [
        ['abc', 'x'],
        ['abd', 'y'],
      ],
    ],
    ['Windows-1252', Buffer.from('a,b\n1,caf\xe9 \x80\n', 'latin1'), ['a', 'b'], [[1, 'café €']]],
    [
      'UTF-16 of either order, said without one',
      Buffer.from('\ufeffa,b\n1,\u05d0\n', 'utf16le').swap16(),
      ['a', 'b'],
      [[1, '\u05d0']],
      { encoding: 'utf-16' },
    ],
    ['Latin-1', Buffer.from('a,b\n1,\xfcber\n', 'latin1'), ['a', 'b'], [[1, 'über']], { encoding: 'latin1' }],
    ['ISO 8859-15', Buffer.from('a,b\n1,\xa4\n', 'latin1'), ['a', 'b'], [[1, '€']], { encoding: 'ISO-8859-15' }],
    [
      'Shift JIS',
      Buffer.from('a,b\n1,\x93\xfa\x96\x7b\n', 'latin1'),
      ['a', 'b'],
      [[1, '日本']],
      { encoding: 'shift_jis' },
    ],
    ['GB 18030', Buffer.from('a,b\n1,\xd6\xd0\n', 'latin1'), ['a', 'b'], [[1, '中']], { encoding: 'gb18030' }],
    [
      'a character that is cut where a piece of the file ends',
      Buffer.from(`a,b\n1,${'x'.repeat((1 << 20) - 7)}\x93\xfa\n`, 'latin1'),
      ['a', 'b'],
      [[1, `${'x'.repeat((1 << 20) - 7)}日`]],
      { encoding: 'shift_jis' },
    ],
    ['emoji and right-to-left names', '🏠,שם\n1,👨‍👩‍👧\n', ['🏠', 'שם'], [[1, '👨‍👩‍👧']]],
    ['spaces around quotes', '"a", "b"\n1, "x, y" \n', ['a', 'b'], [[1, 'x, y']]],
    ['doubled quotes', 'a,b\n1,"say ""hi"""\n', ['a', 'b'], [[1, 'say "hi"']]],
    ['a cell of 3 MB', `a,b\n1,${'x'.repeat(3 << 20)}\n`, ['a', 'b'], [[1, 'x'.repeat(3 << 20)]]],
    ['a hostile name', 'a"; DROP TABLE x; --,__proto__\n1,2\n', ['a"; DROP TABLE x; --', '__proto__'], [[1, 2]]],
  ];

test.each(readable)('reads %s', async (_name, content, names, cells, options) => {
  const table = await importText(content, options);
  expect(table.columns.map((column) => column.name)).toEqual(names);
  expect(table.cells).toEqual(cells);
});

test('reads JSON with keys that come and go, nested values and null', async () => {
  const table = await importText('[{"a": 1, "b": {"c": [1]}}, {"d": "x", "a": null}]');
  expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
    ['a', 'integer'],
    ['b', 'json'],
    ['d', 'text'],
  ]);
  expect(table.cells).toEqual([
    [1, { c: [1] }, null],
    [null, null, 'x'],
  ]);
});

test('reads its own Parquet again', async () => {
  const first = await importText('a,b,c\n1,2020-01-05,x\n2.5,2020-01-06,y\n');
  const { readFile } = await import('node:fs/promises');
  const again = await importText(await readFile(first.part.path));
  expect(again.columns).toEqual(first.columns);
  expect(again.cells).toEqual(first.cells);
});

test('keeps rows in order through many row groups', { tags: 'long' }, async () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => `${index},x`);
  const table = await importText(`n,t\n${rows.join('\n')}\n`);
  expect(table.rowCount).toBe(300_000);
  expect(table.cells.findIndex(([n], index) => n !== index)).toBe(-1);
});

test('describes each column', async () => {
  const { columns } = await importText('city,price\nRome,1.5\nOslo,\nRome,3\n');
  const [city, price] = [
    { type: 'text', blanks: [] },
    { type: 'number', blanks: [], decimal: '.', group: ',' },
  ].map((reading) => ({ type: reading.type, reading }));
  expect(columns).toEqual([
    { name: 'city', ...city, nulls: 0, distinct: 2, min: 'Oslo', max: 'Rome', examples: ['Rome', 'Oslo'] },
    { name: 'price', ...price, nulls: 1, distinct: 2, min: 1.5, max: 3, examples: [1.5, 3] },
  ]);
});

test('ends the later of equal headers with a number', async () => {
  const { columns } = await importText('Price,price,a,a,a_2\n1,2,3,4,5\n');
  expect(columns.map(({ name }) => name)).toEqual(['Price', 'price_2', 'a', 'a_3', 'a_2']);
});

test.each(['PAR1', 'ORC', 'ORC\u00fc', 'RDX3', 'X', 'SQLite format 3', '$FL2', 'BZh9', 'Obj', 'FEA1', 'HEADER RECORD'])(
  'a column may be called %s, by which files of another kind begin',
  async (name) => {
    expect(await importText(`${name}\n1\n2\n`)).toMatchObject({ columns: [{ name }], cells: [[1], [2]] });
    expect(await importText(`${name},${name}2\r\n1,2\r\n`)).toMatchObject({ columns: [{ name }, {}], cells: [[1, 2]] });
  },
);

test('a column may be the share of PDF files', async () => {
  expect(await importText('%PDF,b\n1,2\n')).toMatchObject({ columns: [{ name: '%PDF' }, { name: 'b' }] });
});
