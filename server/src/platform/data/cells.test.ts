import { decideReading } from '@sibyl/engine/readings/decide.ts';
import { createMisfitTest } from '@sibyl/engine/readings/news.ts';
import { createBlankTest, createCellParser } from '@sibyl/engine/readings/parse-cell.ts';
import { type Reading, usualReading } from '@sibyl/engine/readings/reading.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import { oddCells } from '../../../test/odd-cells.ts';
import { valueSql } from './worker/cell-sql.ts';
import { type OpenEngine, openEngine, quoteText, readObjects } from './worker/duckdb.ts';

const { importText } = useDataRoom();
let engine: OpenEngine;

beforeAll(async () => {
  engine = await openEngine({ memoryBytes: 1 << 28, threads: 1, spillFolder: '' });
});
afterAll(() => engine[Symbol.dispose]());

const readings: Reading[] = [
  usualReading('integer'),
  ...(['.', ',', 'either'] as const).map((decimal): Reading => ({ ...usualReading('number'), decimal })),
  {
    ...usualReading('number'),
    limits: true,
    units: [
      { name: 'km', factor: 1000 },
      { name: 'm', factor: 1 },
    ],
  },
  { ...usualReading('number'), clock: true },
  ...(['ymd', 'dmy', 'mdy'] as const).map((order): Reading => ({ ...usualReading('datetime'), date_order: order })),
  { ...usualReading('datetime'), latest_year: 2026 },
  ...(['month', 'yyyymmdd', 'excel', 'unix_ms'] as const).map(
    (shape): Reading => ({ ...usualReading('datetime'), time_shape: shape }),
  ),
  ...(['h:mm', 'm:ss'] as const).map((span): Reading => ({ ...usualReading('number'), span })),
  usualReading('boolean'),
];

/** Returns the engine's value of a cell, in milliseconds for dates; null for a misfit. */
function readByEngine(reading: Reading, cell: string): number | null {
  const value = createBlankTest(reading)(cell) ? Number.NaN : createCellParser(reading)(cell.trim());
  return Number.isNaN(value) ? null : value;
}

async function readBySql(reading: Reading, cells: readonly string[]): Promise<(number | null)[]> {
  const list = cells.map((cell, place) => `(${place}, ${quoteText(cell)})`).join(', ');
  const from = `(SELECT * FROM (VALUES ${list}) AS given(place, c0))`;
  const value = valueSql(engine.connection, { from, names: ['c'], fields: ['c0'], rowCount: cells.length }, 0, reading);
  const isMoment = reading.type === 'datetime';
  const number = isMoment ? `epoch_us(${value})::DOUBLE / 1000` : `(${value})::DOUBLE`;
  const rows = await readObjects(engine.connection, `SELECT ${number} AS value FROM ${from} ORDER BY place`);
  return rows.map(({ value: read }) => read as number | null);
}

const digits = fc.stringMatching(/^[-+(]?[0-9]{0,4}[.,' ]?[0-9]{0,4}[.,]?[0-9]{0,4}[)%]?$/);
const dates = fc
  .tuple(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 0, max: 13 }), fc.constantFrom('-', '/', '.'), fc.boolean())
  .map(([day, month, mark, isPadded]) => {
    const parts = [day, month].map((part) => String(part).padStart(isPadded ? 2 : 1, '0'));
    return fc.constantFrom([...parts, '2021'].join(mark), ['2021', parts[1], parts[0]].join(mark));
  })
  .chain((one) => one);
const cells = fc.array(fc.oneof(fc.constantFrom(...oddCells), digits, dates, fc.string({ unit: 'grapheme' })), {
  minLength: 1,
  maxLength: 60,
});
const withoutNul = cells.map((some) => some.filter((cell) => !cell.includes('\0')));

test('SQL reads each odd cell as the engine does, by every reading', async () => {
  for (const reading of readings) {
    const bySql = await readBySql(reading, oddCells);
    const fits = oddCells.map((cell) => !createMisfitTest(reading)(cell));
    const expected = oddCells.map((cell) => readByEngine(reading, cell));
    expect(oddCells.filter((_, place) => fits[place] && !same(bySql[place], expected[place]))).toEqual([]);
  }
});

test('SQL reads any cell as the engine does', async () => {
  const property = fc.asyncProperty(withoutNul, fc.constantFrom(...readings), async (some, reading) => {
    const known = some.filter((cell) => !createMisfitTest(reading)(cell));
    if (known.length === 0) return;
    const expected = known.map((cell) => readByEngine(reading, cell));
    const bySql = await readBySql(reading, known);
    expect(known.filter((_, place) => !same(bySql[place], expected[place]))).toEqual([]);
  });
  await fc.assert(property, { numRuns: 300 });
});

test('a misfit is read as nothing by neither, so that no cell can slip through by SQL alone', async () => {
  for (const reading of readings) {
    const misfits = oddCells.filter((cell) => createMisfitTest(reading)(cell) && readByEngine(reading, cell) === null);
    expect((await readBySql(reading, misfits)).every((value) => value === null)).toBe(true);
  }
});

function same(left: number | null, right: number | null): boolean {
  return left === right || (left !== null && right !== null && left === right + 0);
}

test('a decision made on some cells fits all of them', () => {
  const property = fc.property(cells, (some) => {
    const seen = some.flatMap((text) => (text.trim() === '' ? [] : [{ text: text.trim(), count: 1 }]));
    const { reading } = decideReading(seen, { name: 'date' });
    const isMisfit = createMisfitTest(reading);
    const { type } = reading;
    expect(type === 'text' ? [] : seen.filter(({ text }) => isMisfit(text))).toEqual([]);
  });
  fc.assert(property, { numRuns: 1000 });
});

test('a column reads each of its cells alike, however many rows come before', async () => {
  const rows = Array.from({ length: 25_000 }, (_, row) => `${row % 900},"${row % 90},5",${1 + (row % 12)}/3/2020,x`);
  const { columns, cells: read } = await importText(`a,b,c,d\n${rows.join('\n')}\n7.25,"1.234,5",25/3/2020,y\n`);
  expect(columns.map(({ reading }) => reading)).toMatchObject([
    { type: 'number', decimal: '.' },
    { type: 'number', decimal: ',' },
    { type: 'date', date_order: 'dmy' },
    { type: 'text' },
  ]);
  expect(read.at(-1)).toEqual([7.25, 1234.5, '2020-03-25', 'y']);
  expect(read[1]).toEqual([1, 1.5, '2020-03-02', 'x']);
});

test('numbers of JSON are typed already: a decimal comma beside them moves no point', async () => {
  const { cells: read } = await importText('[{"a": 22.529, "b": "7,5"}, {"a": 1.234, "b": "1,25"}]');
  expect(read).toEqual([
    [22.529, 7.5],
    [1.234, 1.25],
  ]);
});

test('numbers with units follow the decimal mark of the other columns', async () => {
  const sizes = ['80', '85', '107', '120', '130', '170', '212', '1.000', '1.200', '2.100', '540', '340'];
  const text = ['price;disk', ...sizes.map((size, row) => `${row},50;${size} MB`), ''].join('\n');
  const { cells: read, warnings } = await importText(text);
  expect(read.map(([, size]) => size)).toEqual([80, 85, 107, 120, 130, 170, 212, 1000, 1200, 2100, 540, 340]);
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'read_from_other_columns', column: 'disk' }));
});

test('only the empty cell of a text column is missing, unless the file says otherwise', async () => {
  const text = 'sev,n\nnone,1\nmild,2\nNA,3\n,4\nNone,5\n';
  expect((await importText(text)).cells.map(([cell]) => cell)).toEqual(['none', 'mild', 'NA', null, 'None']);
  const requested = await importText(text, { blanks: ['none'] });
  expect(requested.cells.map(([cell]) => cell)).toEqual([null, 'mild', 'NA', null, null]);
});

test.each([
  ['integer', '-999', ['3', '5']],
  ['number', '-9.50', ['3.25', '5']],
  ['date', '1900-01-01', ['2024-01-31', '2024-02-01']],
  ['datetime', '1900-01-01T00:00:00', ['2024-01-31T10:00:00', '2024-02-01T11:30:00']],
])('a word for no value may look like a value of the column: %s', async (type, word, values) => {
  const text = ['v', word, ...values, word, ''].join('\n');
  const { columns, cells } = await importText(text, { blanks: [word] });
  expect(columns[0]).toMatchObject({ type, nulls: 2 });
  expect(cells.map(([cell]) => cell === null)).toEqual([true, false, false, true]);
});

test('a word for no value may be a number of JSON', async () => {
  const text = '{"v":-999,"t":"a"}\n{"v":4,"t":-999}\n{"v":5.5,"t":"b"}\n';
  const { cells } = await importText(text, { blanks: ['-999'] }, 'ndjson');
  expect(cells).toEqual([
    [null, 'a'],
    [4, null],
    [5.5, 'b'],
  ]);
});

test('JSON that nests too deep is refused, however it is written', async () => {
  const nest = (levels: number) => `${'{"a":[],"b":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect((await importText(`${nest(50)}\n`, {}, 'ndjson')).rowCount).toBe(1);
  for (const levels of [102, 5000])
    expect(await faultOf(importText(`${nest(levels)}\n`, {}, 'ndjson'))).toMatchObject({ code: 'too_deep' });
});

test.each([
  ['mixed_units', `d\n${Array.from({ length: 20 }, (_, row) => `${row} ${row % 2 ? 'km' : 'mi'}`).join('\n')}\n`],
  ['mixed_units', 'd,k\n$5,x\n€ 7,y\n'],
  ['ambiguous_dates', 'd,k\n03/04/2020,x\n05/06/2020,y\n'],
  ['ambiguous_numbers', 'd,k\n"1,234",x\n"2,500",y\n'],
  ['read_from_other_columns', 'd;k\n1,234;1,5\n2,500;2,25\n'],
  ['words_as_missing', `d\n${Array.from({ length: 40 }, (_, row) => (row % 6 ? row : 'unknown')).join('\n')}\n`],
  ['words_kept', 'd,k\nyes,1\nN/A,2\nno,3\n'],
  ['almost_numbers', `d,k\n${Array.from({ length: 40 }, (_, row) => `${row === 7 ? '12O' : row},x`).join('\n')}\n`],
  ['almost_numbers', 'd,k\n4,x\nsold out,x\n7,y\n'],
  ['almost_numbers', 'd,k\n5 kg,x\n12 lb,x\n700 g,y\n'],
  ['almost_numbers', 'd,k\n1:30,x\n0:45,x\n12:05,y\n'],
  ['almost_dates', 'd,k\n2024-01-05,x\nlater,x\n2024-02-07,y\n2024-02-09,y\n'],
])('warns of %s', async (code, text) => {
  const { warnings } = await importText(text, { header: true });
  expect(warnings).toContainEqual(expect.objectContaining({ code, column: 'd' }));
});
