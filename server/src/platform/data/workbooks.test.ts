import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import { makeZip } from '../../../test/document-files.ts';
import { inlineCell, makeWorkbook, sheetOf, workbookRelation } from '../../../test/workbook-file.ts';

const { importText, newPath, room, write } = useDataRoom();

const relation = workbookRelation;
const inline = (text: string) => inlineCell(text);
const header = `<row r="3"><c r="B3" t="s"><v>0</v></c>${['2019', 'when', 'at', 'ok', 'sum'].map(inline).join('')}</row>`;
const row = (line: number, n: number) =>
  `<row r="${line}"><c r="B${line}" t="s"><v>1</v></c><c><v>${n}.5</v></c><c s="1"><v>43890</v></c><c s="2"><v>43890.4375</v></c><c t="b"><v>1</v></c><c><f>A1</f><v>${n}</v></c></row>`;

test('reads the first sheet with data: shared texts, numbers, dates, truth values, results of formulas', async () => {
  const content = makeWorkbook({
    Empty: '',
    Data: `<row r="1">${inline('A report of 2024')}</row>${header}${row(4, 1)}${row(6, 2)}`,
  });
  const table = await importText(content);
  expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
    ['city', 'text'],
    ['2019', 'number'],
    ['when', 'date'],
    ['at', 'datetime'],
    ['ok', 'boolean'],
    ['sum', 'integer'],
  ]);
  expect(table.cells).toEqual([
    ['Łódź', 1.5, '2020-02-29', '2020-02-29T10:30:00Z', true, 1],
    ['Łódź', 2.5, '2020-02-29', '2020-02-29T10:30:00Z', true, 2],
  ]);
  expect(table.dialect).toMatchObject({ format: 'xlsx', sheet: 'Data', sheets: expect.arrayContaining(['Data']) });
  expect(table.warnings).toMatchObject([{ code: 'sheet_chosen' }, { code: 'title_rows', line: 1 }]);
});

test('reads the sheet that is said, and names the sheets there are', async () => {
  const content = makeWorkbook({
    One: `${header}${row(4, 1)}`,
    Two: `<row>${inline('n')}</row><row><c><v>7</v></c></row>`,
  });
  expect((await importText(content, { sheet: 'Two' })).cells).toEqual([[7]]);
  expect(await faultOf(importText(content, { sheet: 'Three' }))).toMatchObject({
    code: 'no_such_sheet',
    detail: expect.stringContaining('"One", "Two"'),
  });
});

test('names the row of a cell that does not fit', async () => {
  const content = makeWorkbook({ One: `${header}${row(4, 1)}` });
  expect(await faultOf(importText(content, { types: { city: 'number' } }))).toMatchObject({ pointer: '/line/4/city' });
});

test('says of errors and of formulas without a result that they are missing', async () => {
  const cells = '<row r="4"><c r="B4" t="e"><v>#N/A</v></c><c><f>A1</f></c><c s="1"><v>1</v></c></row>';
  const { warnings } = await importText(makeWorkbook({ One: `${header}${row(5, 1)}${cells}` }));
  expect(warnings.map(({ code }) => code)).toEqual(['error_cells', 'formulas_without_value']);
});

test('refuses a value far to the right, and elements that nest too deep, before the rest of the sheet is read', async () => {
  const far = '<row r="2"><c r="XFD2"><v>1</v></c></row>';
  const broken = '<row r="3"></c></row>';
  const wide = makeWorkbook({ Wide: `<row r="1">${inline('a')}</row>${far}${' '.repeat(300_000)}${broken}` });
  expect(await faultOf(importText(wide))).toMatchObject({
    detail: 'Row 2 has a value in column 16384; a table has at most 5000 columns.',
  });
  const deep = makeWorkbook({ Deep: `${'<a>'.repeat(200)}${'</a>'.repeat(200)}` });
  expect(await faultOf(importText(deep))).toMatchObject({
    detail: 'The workbook nests its elements deeper than 100 levels.',
  });
});

test('reads a workbook whose format is half a megabyte of brackets', async () => {
  const content = makeWorkbook({ Data: `${header}${row(4, 1)}` }, { format: '[a'.repeat(250_000) });
  expect((await importText(content)).rowCount).toBe(1);
});

test('passes over a cover of one cell, and says what is wrong with a workbook of nothing else', async () => {
  const cover = `<row r="1">${inline('Report 2024')}</row>`;
  const { dialect, rowCount } = await importText(makeWorkbook({ Cover: cover, Data: `${header}${row(4, 1)}` }));
  expect([dialect, rowCount]).toMatchObject([{ sheet: 'Data' }, 1]);
  const detail = expect.stringContaining('"Cover" has no rows');
  expect(await faultOf(importText(makeWorkbook({ Cover: cover })))).toMatchObject({ code: 'empty_file', detail });
});

test('reads a part once, however many sheets name it, and does not list them all', async () => {
  const sheets = Array.from({ length: 5000 }, (_, index) => `<sheet name="S${index}" r:id="r1"/>`).join('');
  const content = makeZip({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x" Target="worksheets/s1.xml"/></Relationships>',
    'xl/worksheets/s1.xml': `<worksheet><sheetData>${'<row/>'.repeat(50_000)}</sheetData></worksheet>`,
  });
  const { code, detail } = await faultOf(importText(content));
  expect(code).toBe('empty_file');
  expect(detail).toMatch(/it has "S0", .*"S19" and 4980 more\.$/);
});

test('refuses a workbook of very many parts before it looks them up', async () => {
  const parts = Array.from({ length: 10_001 }, (_, index) => [`xl/media/picture${index}.png`, '']);
  const detail = 'The workbook has 10001 parts; at most 10000 are read.';
  expect(await faultOf(importText(makeZip(Object.fromEntries(parts))))).toMatchObject({
    code: 'broken_workbook',
    detail,
  });
});

test('reads the table behind a cover of a few lines', async () => {
  const cover = sheetOf([['Sales report 2024'], ['prepared by Finance']]);
  const data = sheetOf([
    ['region', 'units'],
    ['EMEA', 1],
    ['APAC', 2],
  ]);
  const sheetIn = async (sheets: Parameters<typeof makeWorkbook>[0]) =>
    (await importText(makeWorkbook(sheets))).dialect.sheet;
  expect(await sheetIn({ Cover: cover, Data: data })).toBe('Data');
  expect(await sheetIn({ Cover: cover })).toBe('Cover');
  expect(await sheetIn({ List: sheetOf([['code'], ['x'], ['y']]), Data: { ...data, state: 'hidden' } })).toBe('List');
  const long = sheetOf(Array.from({ length: 40 }, (_, row) => [`code ${row}`]));
  expect(await sheetIn({ List: long, Data: data })).toBe('List');
});

test('reads the active sheet, or the first visible one, not a hidden list before it', async () => {
  const list = { ...sheetOf([['code'], ['x'], ['y']]), state: 'hidden' } as const;
  const data = sheetOf([['n'], [1], [2]]);
  const other = sheetOf([['m'], [3], [4]]);
  const first = await importText(
    makeWorkbook({ Lists: { ...list, state: 'veryHidden' }, Data: data }, { activeTab: 1 }),
  );
  expect(first.dialect).toMatchObject({ sheet: 'Data', sheets: ['Lists', 'Data'] });
  expect(first.warnings).toMatchObject([
    { code: 'sheet_chosen', detail: expect.stringContaining('"Data" was read, not "Lists" (hidden)') },
  ]);
  const sheetAt = async (activeTab: number) =>
    (await importText(makeWorkbook({ Lists: list, Data: data, Other: other }, { activeTab }))).dialect.sheet;
  expect([await sheetAt(2), await sheetAt(0), await sheetAt(99)]).toEqual(['Other', 'Data', 'Data']);
  const empty = makeWorkbook({ Chart: '', Lists: list }, { activeTab: 0 });
  expect((await importText(empty)).dialect.sheet).toBe('Lists');
});

const formatted = (format: string, numbers: readonly number[]) =>
  makeWorkbook(
    {
      Data: `<row r="1">${inlineCell('who')}${inlineCell('x')}</row>${numbers.map((number, at) => `<row r="${at + 2}">${inlineCell('a')}<c s="2"><v>${number}</v></c></row>`).join('')}`,
    },
    { format },
  );

test('numbers shown as percentages stay shares of 1, and appended texts such as 12,5% are shares too', async () => {
  const { columns, part, cells, warnings } = await importText(formatted('0.0%', [0.5, 1]), { header: true });
  expect(columns[1]).toMatchObject({ type: 'number', reading: { shares: true } });
  expect(cells.map(([, value]) => value)).toEqual([0.5, 1]);
  expect(warnings).toMatchObject([{ code: 'read_as_shares', column: 'x' }]);
  const path = await write('who,x\nb,"12,5%"\nc,0.25\n');
  const appended = await room().appendFile({ path, outputPath: newPath(), options: {}, columns, parts: [part] });
  expect(appended.columns[1]).toMatchObject({ min: 0.125, max: 1 });
});

test('numbers shown with leading zeros are codes, unless their type is said', async () => {
  const content = formatted('00000', [1067, 27_274]);
  const { cells, warnings } = await importText(content, { header: true });
  expect(cells.map(([, value]) => value)).toEqual(['01067', '27274']);
  expect(warnings).toMatchObject([{ code: 'read_as_codes', detail: expect.stringContaining('`integer`') }]);
  const numbers = await importText(content, { header: true, types: { x: 'integer' } });
  expect([numbers.cells.map(([, value]) => value), numbers.warnings]).toEqual([[1067, 27_274], []]);
});

test.each([
  ['[h]:mm:ss', [0.03125, 1.135_416_666_67, 10.631_944_444_44], { span: 'h:mm', unit: 's' }, [2700, 98_100, 918_600]],
  ['[h]:mm', [0.03125, 0.25, -0.5], { span: 'h:mm', unit: 's' }, [2700, 21_600, -43_200]],
  ['h:mm', [0.03125, 1.135_416_666_67, 0.5], { span: 'h:mm', unit: 's' }, [2700, 98_100, 43_200]],
  ['[mm]:ss.00', [0.000_520_833_33, 0.018_926_504_63], { span: 'h:mm', unit: 's' }, [45, 1635.25]],
  ['h:mm', [0.03125, 0.25, 0.5], { clock: true, unit: 'h' }, [0.75, 6, 12]],
])('spans of time in the format %s are numbers with a unit: %j', async (format, numbers, reading, values) => {
  const cell = (number: number, row: number) =>
    `<row r="${row + 2}">${inlineCell('a')}<c s="2"><v>${number}</v></c></row>`;
  const content = makeWorkbook(
    { Data: `<row r="1">${inlineCell('who')}${inlineCell('x')}</row>${numbers.map(cell).join('')}` },
    { format },
  );
  const { columns, cells } = await importText(content, { header: true });
  expect(columns[1]).toMatchObject({ type: 'number', reading, max: Math.max(...values) });
  expect(cells.map(([, value]) => value)).toEqual(values);
});
