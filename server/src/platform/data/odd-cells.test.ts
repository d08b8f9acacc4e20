import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import type { ColumnType, JsonValue } from './types.ts';

const { importText, write, newPath, room } = useDataRoom();

const thousand = (cell: (index: number) => string) =>
  `id,v\n${Array.from({ length: 1000 }, (_, index) => `${index},${cell(index)}\n`).join('')}`;

test.each([
  ['number', 'almost_numbers', '12O', (index: number) => `${index + 0.5}`],
  ['date', 'almost_dates', '2024-13-45', (index: number) => `2024-01-${10 + (index % 20)}`],
] as const)(
  'one impossible %s in a thousand is told by its line, and settled by blanks',
  async (type, code, odd, cell) => {
    const text = thousand((index) => (index === 700 ? odd : cell(index)));
    const { columns, warnings } = await importText(text);
    expect(columns[1].type).toBe('text');
    expect(warnings).toMatchObject([{ code, column: 'v', line: 702, detail: expect.stringContaining(`"${odd}"`) }]);
    const settled = await importText(text, { blanks: [odd] });
    expect(settled.columns[1]).toMatchObject({ type, nulls: 1 });
    expect(settled.warnings).toEqual([]);
  },
);

test('codes among numbers are not to be blanked', async () => {
  const text = thousand((index) => (index % 50 === 0 ? `99${10 ** 13 + index}0` : `4${10 ** 14 + index}`));
  const { columns, warnings } = await importText(text);
  expect(columns[1].type).toBe('text');
  expect(warnings).toMatchObject([{ code: 'read_as_codes', column: 'v' }]);
  expect((await importText(text, { types: { v: 'text' } })).warnings).toEqual([]);
});

test('semicolons leave the comma to numbers, which is told where nothing else says it', async () => {
  const { cells, warnings } = await importText('code;amount\nA17;9,597\nA18;1,250\n');
  expect(cells).toEqual([
    ['A17', 9.597],
    ['A18', 1.25],
  ]);
  expect(warnings).toMatchObject([{ code: 'ambiguous_numbers', column: 'amount' }]);
  const requested = await importText('code;amount\nA17;9,597\n', { decimal: '.' });
  expect([requested.cells, requested.warnings.filter(({ column }) => column)]).toEqual([[['A17', 9597]], []]);
});

test('numbers without a mark have that of the other columns', async () => {
  const { columns, part } = await importText('price;off\n48,58 €;5 %\n40,10 €;7 %\n');
  const path = await write('price;off\n39,00 €;5,5 %\n');
  const appended = await room().appendFile({ path, outputPath: newPath(), options: {}, columns, parts: [part] });
  expect(appended.columns[1]).toMatchObject({ reading: { decimal: ',', unit: '%' }, min: 5, max: 7 });
});

test('points that may part thousands are told of beside dates with the day first', async () => {
  const { cells, warnings } = await importText('day,amount\n25/12/2020,1.234\n03/04/2021,2.500\n');
  expect(cells.map(([, amount]) => amount)).toEqual([1.234, 2.5]);
  expect(warnings).toMatchObject([{ code: 'ambiguous_numbers', column: 'amount' }]);
  expect((await importText('day,amount\n2020-12-25,1.234\n')).warnings).toEqual([]);
});

test('a minus behind whole numbers is kept, since it may be a grade; behind an amount it is told of', async () => {
  const grades = await importText('s,g\na,1-\nb,2-\nc,3\n');
  expect(grades.cells.map(([, grade]) => grade)).toEqual(['1-', '2-', '3']);
  expect(grades.warnings).toMatchObject([{ code: 'trailing_minus', column: 'g' }]);
  const amounts = await importText('s,g\na,1.50-\nb,2-\nc,3\n');
  expect(amounts.cells.map(([, amount]) => amount)).toEqual([-1.5, -2, 3]);
  expect(amounts.warnings).toMatchObject([{ code: 'trailing_minus', column: 'g' }]);
});

test('days written as eight digits are numbers until they are said to be days', async () => {
  const text = 'id,d\n1,20240521\n2,20240522\n3,20240523\n4,20240524\n5,20240525\n';
  expect(await importText(text)).toMatchObject({ warnings: [{ code: 'maybe_dates', column: 'd' }] });
  expect((await importText(text, { types: { d: 'date' } })).cells[0]).toEqual([1, '2024-05-21']);
});

test.each([
  ['digits_lost', '1234567890123456.7', 'number', (row: number) => `${row}.5`],
  ['digits_lost', '2.2E+11', 'number', (row: number) => `${220_000_000_000 + 77 * row}`],
  ['read_as_codes', '1E5', 'text', (row: number) => `${row}`],
] as const)('%s: the cell %s is told by its line, however late it comes', async (code, odd, type, cell) => {
  const rows = Array.from({ length: 21_000 }, (_, row) => `${row === 20_500 ? odd : cell(row)},x`);
  const { columns, warnings } = await importText(`v,k\n${rows.join('\n')}\n`);
  expect(columns[0].type).toBe(type);
  const told = { column: 'v', line: 20_502, detail: expect.stringContaining(`"${odd}"`) };
  const codes = odd === '1234567890123456.7' ? [code, 'far_value'] : [code];
  expect(warnings).toMatchObject(codes.map((one) => ({ code: one, ...told })));
});

test('dates with the day first and with the month first are told by their lines, however far apart', async () => {
  const rows = Array.from({ length: 21_000 }, (_, row) => `0${1 + (row % 9)}/0${1 + (row % 8)}/2024,x`);
  rows[7] = '25/01/2024,x';
  rows[20_500] = '01/25/2024,x';
  const { columns, warnings } = await importText(`v,k\n${rows.join('\n')}\n`);
  expect(columns[0].type).toBe('text');
  const detail = expect.stringMatching(/Line 9 has "25\/01\/2024", Line 20502 has "01\/25\/2024"/);
  expect(warnings).toMatchObject([{ code: 'ambiguous_dates', line: 9, detail }]);
});

test('numbers that are said to be moments are read as such, in JSON too, and others are refused by line', async () => {
  const options = { types: { ts: 'datetime' } } as const;
  const { cells, warnings } = await importText('ts,k\n1700000000,x\n1700000060,y\n', options);
  expect(cells.map(([ts]) => ts)).toEqual(['2023-11-14T22:13:20Z', '2023-11-14T22:14:20Z']);
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'read_as_times', column: 'ts' }));
  const json = await importText('[{"ts":1700000000},{"ts":1700000060.5}]', options);
  expect(json.cells).toEqual([['2023-11-14T22:13:20Z'], ['2023-11-14T22:14:20.5Z']]);
  const fault = await faultOf(importText('ts,k\n1700000000,x\nsoon,y\n', options));
  expect(fault).toMatchObject({ code: 'cell_does_not_fit', pointer: '/line/2/ts' });
});

test('rows that are appended to months and spans are read like those of the table', async () => {
  const { columns, part } = await importText('month,worked\nJan-20,0:45\nFeb-20,27:15\n');
  expect(columns.map(({ reading }) => reading)).toMatchObject([{ time_shape: 'month' }, { span: 'h:mm', unit: 's' }]);
  const appended = {
    path: await write('month,worked\nDec-68,255:10\n'),
    outputPath: newPath(),
    parts: [part],
    columns,
  };
  const { rowCount, columns: both } = await room().appendFile(appended);
  expect(rowCount).toBe(1);
  expect(both).toMatchObject([{ min: '1968-12-01' }, { max: 918_600 }]);
});

type Case = [name: string, cells: string[], type: ColumnType, values: JsonValue[]];

const cases: Case[] = [
  ['a minus behind', ['"2,398.83-"', '12.50'], 'number', [-2398.83, 12.5]],
  ['groups of Indians', ['"₹23,98,830"', '₹900'], 'number', [2398830, 900]],
  ['texts by formula', ['="00123"', '="4"'], 'text', ['00123', '4']],
  ['German months', ['21. Mai 2024', '3. Dez. 2023'], 'date', ['2024-05-21', '2023-12-03']],
  ['French months', ['21 mai 2024', '1er août 2023'], 'date', ['2024-05-21', '2023-08-01']],
  ['Spanish months', ['3 de mayo de 2024', '1 de enero de 2023'], 'date', ['2024-05-03', '2023-01-01']],
  ['Polish months', ['12 grudnia 2023', '3 maja 2024'], 'date', ['2023-12-12', '2024-05-03']],
  ['days of the week beside dates', ['"Mi, 01.05.2024"', '"Do, 02.05.2024"'], 'date', ['2024-05-01', '2024-05-02']],
  ['dashes for no value', ['---', '1.5'], 'number', [null, 1.5]],
  ['days of Japan', ['2024年5月21日', '2023年12月3日'], 'date', ['2024-05-21', '2023-12-03']],
  ['a month that could be two', ['3 jui 2024', '4 mai 2024'], 'text', ['3 jui 2024', '4 mai 2024']],
  ['French truth', ['VRAI', 'FAUX'], 'boolean', [true, false]],
  ['German truth', ['WAHR', 'FALSCH'], 'boolean', [true, false]],
  ['Spanish truth', ['VERDADERO', 'FALSO'], 'boolean', [true, false]],
];

test.each(cases)('reads %s', async (_name, texts, type, values) => {
  const table = await importText(`n,v\n${texts.map((text, index) => `${index},${text}\n`).join('')}`);
  expect(table.columns[1].type).toBe(type);
  expect(table.cells.map(([, value]) => value)).toEqual(values);
});

test('NA beside words is no value where numbers of the file write it so, as R does, and the type `text` keeps it', async () => {
  const text = 'id,sex,age,code\n1,"male",NA,"NA"\n2,NA,31,"DE"\n3,"female",40,"ZA"\n';
  const { cells, columns, warnings } = await importText(text);
  expect(cells.map(([, sex, age, code]) => [sex, age, code])).toEqual([
    ['male', null, 'NA'],
    [null, 31, 'DE'],
    ['female', 40, 'ZA'],
  ]);
  expect(columns[1].reading).toEqual({ type: 'text', blanks: ['na'] });
  expect(warnings.filter(({ column }) => column === 'sex')).toMatchObject([{ code: 'words_as_missing' }]);
  expect((await importText(text, { types: { sex: 'text' } })).cells[1][1]).toBe('NA');
});

test.each([
  ['is no value', '"id","sex"\n1,"male"\n2,NA\n3,"female"\n', [null]],
  ['is a text where texts have none either', '"id","sex"\n1,male\n2,NA\n3,"female"\n', ['NA']],
  ['is a text where it also stands in quotes', '"id","sex"\n1,"NA"\n2,NA\n3,"female"\n', ['NA']],
])('NA without quotes beside quoted texts %s', async (_, text, second) => {
  expect((await importText(text)).cells[1].slice(1)).toEqual(second);
});

test('a column of nothing but NA is empty', async () => {
  const { columns, warnings } = await importText('id,note\n1,NA\n2,NA\n');
  expect(columns[1]).toMatchObject({ type: 'text', nulls: 2 });
  expect(warnings).toMatchObject([{ code: 'words_as_missing', column: 'note' }]);
});

test('a text with many substitutes of lost letters is no binary file', async () => {
  const { cells } = await importText(
    'id,note\n1,nurse\u001a\u001a\u001as\n2,a\u001a\u001a\u001a\u001a\u001a\u001a\u001ab\n',
  );
  expect(cells[0]).toEqual([1, 'nurse\u001a\u001a\u001as']);
});

test('quoted empty rows of a table of one column are cells without a value, wherever they stand', async () => {
  const cellsOf = async (text: string) => (await importText(text)).cells.flat();
  expect(await cellsOf('v\n1\n2\n""\n')).toEqual([1, 2, null]);
  expect(await cellsOf('v\n""\n1\n\n2\n" "\n""\n\n\n')).toEqual([null, 1, null, 2, null, null]);
});

test('moments of ISO 8601 without marks, days of its weeks and days of the year are dates', async () => {
  const { columns, cells, warnings } = await importText(
    'at,day,n\n20240131T101500,2020-W01-1,2024-031\n20240131T1115Z,2020-W53-7,2024-366\n',
    { types: { n: 'date' } },
  );
  expect(columns.map(({ type }) => type)).toEqual(['datetime', 'date', 'date']);
  expect(cells).toEqual([
    ['2024-01-31T10:15:00Z', '2019-12-30', '2024-01-31'],
    ['2024-01-31T11:15:00Z', '2021-01-03', '2024-12-31'],
  ]);
  expect(warnings.filter(({ column }) => column)).toMatchObject([{ code: 'read_as_times', column: 'n' }]);
  // Without the type, such cells may be numbers of invoices.
  expect((await importText('n,y\n2024-031,1\n2024-032,2\n')).columns[0].type).toBe('text');
});

test('a moment in a column of dates is refused with the type that it has', async () => {
  const fault = await faultOf(importText('ts,y\n1700000000,1\n1700003600,2\n', { types: { ts: 'date' } }));
  expect(fault).toMatchObject({
    code: 'cell_does_not_fit',
    detail: expect.stringContaining('set the type to `datetime`'),
  });
});

test('rows that count on are no totals of those above', async () => {
  expect((await importText('a,b\n0,0\n1,1\n2,2\n3,3\n4,4\n')).warnings).toEqual([]);
  const { warnings } = await importText('a,b\n5,1\n1,7\n2,2\n8,10\n4,4\n');
  expect(warnings).toMatchObject([{ code: 'maybe_totals', line: 5 }]);
});

test('a bare # above one column is its name', async () => {
  const { columns, cells } = await importText('#\n1\n2\n3\n');
  expect([columns.map(({ name }) => name), cells]).toEqual([['#'], [[1], [2], [3]]]);
  expect((await importText('# by x\nv\n1\n2\n')).columns[0].name).toBe('v');
});
