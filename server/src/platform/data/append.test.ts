import { expect, test } from 'vitest';
import { faultOf, type ImportedTable, useDataRoom } from '../../../test/data-room.ts';
import type { FileFormat } from './types.ts';

const { room, newPath, write, importText } = useDataRoom();

async function append(table: ImportedTable, content: string, format?: FileFormat) {
  const [path, outputPath] = [await write(content), newPath()];
  const added = await room().appendFile({ path, outputPath, format, columns: table.columns, parts: [table.part] });
  const parts = [table.part, { path: outputPath, rowCount: added.rowCount }];
  return { ...added, parts };
}

const base = 'n,city,day\n1,Rome,2020-01-05\n2.5,Oslo,\n';

const additions: [name: string, content: string, rows: unknown[]][] = [
  ['CSV', 'n,city,day\n3,007,2020-02-01\n', [{ n: 3, city: '007', day: '2020-02-01' }]],
  ['columns in another order', 'day,n,city\n,4,x\n', [{ n: 4, city: 'x', day: null }]],
  [
    'no header',
    '5,x,2020-01-01\n6,y,2020-01-02\n',
    [
      { n: 5, city: 'x', day: '2020-01-01' },
      { n: 6, city: 'y', day: '2020-01-02' },
    ],
  ],
  [
    'a JSON array',
    '[{"n": 5, "city": "x"}, {"n": "6.5", "day": "2020-01-01"}]',
    [
      { n: 5, city: 'x', day: null },
      { n: 6.5, city: null, day: '2020-01-01' },
    ],
  ],
  [
    'NDJSON',
    '{"n":1,"city":"a","day":null}\n{"n":2,"city":"b","day":null}\n',
    [
      { n: 1, city: 'a', day: null },
      { n: 2, city: 'b', day: null },
    ],
  ],
  [
    'an integer beyond 2^53 to text',
    'n,city,day\n1,9007199254740993,\n',
    [{ n: 1, city: '9007199254740993', day: null }],
  ],
];

test.each(additions)('appends %s', async (_name, content, rows) => {
  const table = await importText(base);
  const { parts, columns, rowCount } = await append(table, content);
  expect(rowCount).toBe(rows.length);
  expect(await room().readRows({ parts, columns, offset: 2, limit: 10 })).toEqual(rows);
});

const refusals: [name: string, content: string, code: string, pointer: string][] = [
  ['a cell of another type', 'n,city,day\n1,x,\nabc,y,\n', 'cell_does_not_fit', '/line/3/n'],
  [
    'a row of another type',
    '[{"n":1,"city":"x","day":null},{"n":1,"city":"x","day":"soon"}]',
    'cell_does_not_fit',
    '/1/day',
  ],
  ['an unknown column', 'n,city,day,more\n1,x,,2\n', 'unknown_column', ''],
  ['a missing column', 'n,city\n1,x\n', 'missing_column', ''],
  ['a ragged line', 'n,city,day\n1,x\n', 'ragged_line', '/line/2'],
];

test.each(refusals)('refuses %s', async (_name, content, code, pointer) => {
  const table = await importText(base);
  expect(await faultOf(append(table, content))).toMatchObject({ code, pointer });
});

test('describes the whole table and reads it over the seam of two parts', async () => {
  const table = await importText(base);
  const { parts, columns } = await append(table, 'n,city,day\n9,Rome,2020-01-06\n,Bonn,\n');
  const rows = await room().readRows({ parts, columns, offset: 1, limit: 2 });
  expect(columns[0]).toMatchObject({ name: 'n', nulls: 1, distinct: 3, min: 1, max: 9 });
  expect(rows.map((row) => row.n)).toEqual([2.5, 9]);
  const counted = await room().runQuery({
    sql: 'SELECT count(*) FROM t',
    tables: { t: parts },
    maxRows: 1,
    timeoutMs: 9000,
    memoryBytes: 1 << 28,
  });
  expect(counted.rows).toEqual([[4]]);
});

test('appends Parquet of the same columns', async () => {
  const table = await importText(base);
  const { readFile } = await import('node:fs/promises');
  const path = await write(await readFile(table.part.path));
  const added = await room().appendFile({ path, outputPath: newPath(), columns: table.columns, parts: [table.part] });
  expect(added).toMatchObject({ rowCount: 2 });
});

test('a time of the day far down in a file of dates makes moments of them, and none is cut off', async () => {
  const days = Array.from({ length: 21_000 }, (_, row) => `2020-01-${String(1 + (row % 28)).padStart(2, '0')}`);
  const { columns, cells } = await importText(['day', ...days, '2020-02-01 10:30'].join('\n'));
  expect(columns[0].type).toBe('datetime');
  expect(cells.at(-1)).toEqual(['2020-02-01T10:30:00Z']);
});

test.each([
  ['a time of the day', 'n,city,day\n1,x,2020-02-01 10:30\n', undefined, '/line/2/day'],
  ['a number of JSON', '[{"n": 1, "city": "x", "day": 1580515200000}]', undefined, '/0/day'],
])('%s is no date, as it is none in a row to predict', async (_name, content, format, pointer) => {
  const table = await importText(base);
  expect(await faultOf(append(table, content, format))).toMatchObject({ code: 'cell_does_not_fit', pointer });
});

test.each(['€7.50', '7.50 EUR', '1.500 EUR', 'GBP 3', '5 %'])(
  'refuses %s in a column of dollars, with its place',
  async (cell) => {
    const table = await importText('item,price\na,$5.50\nb,$1500\nc,$7.25\n');
    const fault = await faultOf(append(table, `item,price\nd,$8.25\ne,9.75\nf,${cell}\n`));
    expect(fault).toMatchObject({ code: 'cell_does_not_fit' });
    expect(fault.detail).toContain(`column "price" must be a number in $, got "${cell}"`);
    const added = await append(table, 'item,price\nd,$8.25\ne,9.75\nf,USD 3\n');
    expect(added.rowCount).toBe(3);
  },
);
