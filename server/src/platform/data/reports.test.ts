import { expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import type { FileOptions } from './types.ts';

const { importText } = useDataRoom();

async function read(text: string, options: FileOptions = {}) {
  const { columns, cells, warnings } = await importText(text, options);
  return { names: columns.map(({ name }) => name), types: columns.map(({ type }) => type), cells, warnings };
}

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${from + index},n${index % 7},${index / 4}\n`).join('');

test.each([
  ['near the top', 3],
  ['far beyond what the plan was made from', 120_000],
])('leaves out a header that comes again %s, by its line', async (_name, count) => {
  const { types, cells, warnings } = await read(`id,name,p\n${rows(count)}\ufeffid,name,p\n${rows(3, count)}`);
  expect(types).toEqual(['integer', 'text', 'number']);
  expect(cells.length).toBe(count + 3);
  expect(warnings).toMatchObject([{ code: 'header_again', line: count + 2 }]);
});

test.each([
  ['units', 'name,weight,price\n,kg,EUR\na,1,2\nb,2,3\nc,3,4.5\n', 2],
  [
    'formats and units',
    'time;temp;speed\nyyyy-mm-dd;°C;m/s\n2024-01-01;1,5;2\n2024-01-02;2,5;3\n2024-01-03;3,5;4\n',
    2,
  ],
  ['types', 'a,b\nint,float\n1,2.5\n2,3.5\n3,1\n', 2],
])('leaves out a row of %s below the header', async (_name, text, line) => {
  const { cells, types, warnings } = await read(text);
  expect(cells.length).toBe(3);
  expect(types).not.toContain(types[1] === 'text' ? 'text' : 'json');
  expect(warnings).toMatchObject([{ code: 'unit_rows', line }]);
});

test('leaves out notes of several cells that a blank line parts from the table', async () => {
  const notes = 'Sales of Ames,,,,\nSource: office,,As of,2011-03-01,\n,,,,\n';
  const body = Array.from({ length: 12 }, (_, row) => `${row + 1}00,${row},A,n${row % 4},2020-01-0${(row % 9) + 1}\n`);
  const { names, types, cells, warnings } = await read(`${notes}price,area,zone,kind,sold\n${body.join('')}`);
  expect(names).toEqual(['price', 'area', 'zone', 'kind', 'sold']);
  expect(types).toEqual(['integer', 'integer', 'text', 'text', 'date']);
  expect(cells.length).toBe(12);
  expect(warnings).toMatchObject([{ code: 'title_rows', line: 1 }]);
});

test.each([
  ['wider than the table', '"EXTF";700;21;"Buchungsstapel";;"Januar"', 'Umsatz;S/H;Konto;Text'],
  ['narrower than the table', '"EXTF";700;21', 'Umsatz;S/H;Konto;Text'],
])('leaves out a line of figures and codes above the header, %s', async (_name, above, header) => {
  const body = Array.from({ length: 9 }, (_, row) => `${row},50;"S";840${row};"Erlöse"\n`);
  const { names, types, warnings } = await read(`${above}\n${header}\n${body.join('')}`);
  expect(names).toEqual(header.split(';'));
  expect(types).toEqual(['number', 'text', 'integer', 'text']);
  expect(warnings).toMatchObject([{ code: 'title_rows', line: 1 }]);
});

test('leaves out notes below a rule of dashes, and those that a data base padded', async () => {
  const rows = Array.from({ length: 12 }, (_, row) => `31.12.${1990 + row};${row};${row * 2}`);
  const below = ['__________', '(C)opyright Statistisches Bundesamt', 'Stand: 01.02.2023 / 10:11'];
  const ruled = await read(['Tag;a;b', ...rows, ...below].join('\n'));
  expect([ruled.cells.length, ruled.warnings]).toMatchObject([12, [{ code: 'note_rows', line: 14 }]]);
  const padded = await read(
    ['Tag;a;b', ...rows, ';;', 'Data from database: WDI;;', 'Last Updated: 10/26/2023;;'].join('\n'),
  );
  expect([padded.cells.length, padded.warnings]).toMatchObject([12, [{ code: 'note_rows', line: 15 }]]);
});

test('reads names of rows that blanks part from cells, below quoted names of the others', async () => {
  const body = Array.from({ length: 9 }, (_, row) => `"${row + 1}" ${row * 1.5} ${row % 3} "Mazda RX${row}"`);
  const { names, types, cells } = await read(`"mpg" "cyl" "name"\n${body.join('\n')}\n`);
  expect(names).toEqual(['column_1', 'mpg', 'cyl', 'name']);
  expect([types, cells.length]).toEqual([['integer', 'number', 'integer', 'text'], 9]);
});

test('joins the two lines of a header', async () => {
  const { names, cells, warnings } = await read(
    'Region,Sales,,Costs,\n,Plan,Ist,Plan,Ist\nN,1,2,3,4\nS,2,3,4,5\nW,5,6,7,8\n',
  );
  expect(names).toEqual(['Region', 'Sales Plan', 'Sales Ist', 'Costs Plan', 'Costs Ist']);
  expect(cells.length).toBe(3);
  expect(warnings).toMatchObject([{ code: 'name_rows', line: 2 }]);
});

test('joins years below the names of their groups, and units below these', async () => {
  const { names, types, cells, warnings } = await read(
    'Region,Sales,,Costs,\n,2024,2025,2024,2025\n,kEUR,kEUR,kEUR,kEUR\nN,1,2,3,4\nS,2,3,4,5\nW,5,6,7,8\n',
  );
  expect(names).toEqual(['Region', 'Sales 2024', 'Sales 2025', 'Costs 2024', 'Costs 2025']);
  expect(types).toEqual(['text', 'integer', 'integer', 'integer', 'integer']);
  expect(cells.length).toBe(3);
  expect(warnings).toMatchObject([
    { code: 'unit_rows', line: 3 },
    { code: 'name_rows', line: 2 },
  ]);
  expect((await read('Shop,Built,\n,1999,2001\nA,2003,2005\nB,2001,2002\n')).cells.length).toBe(3);
});

test('joins names below those of their groups', async () => {
  const people = ['Ann,31,Elm Road,Ulm', 'Bob,42,High Street,Bonn', 'Cy,53,Low Lane,Ulm'];
  const { names, types, cells, warnings } = await read(
    `Person,,Address,\nname,age,street,city\n${people.join('\n')}\n`,
  );
  expect(names).toEqual(['Person name', 'Person age', 'Address street', 'Address city']);
  expect(types).toEqual(['text', 'integer', 'text', 'text']);
  expect(cells.length).toBe(3);
  expect(warnings).toMatchObject([{ code: 'name_rows', line: 2 }]);
  const unknown = await read(`Person,,Address,\nDee,unknown,Mid Way,Kiel\n${people.join('\n')}\nDee,,Mid Way,Kiel\n`);
  expect(unknown.cells.length).toBe(5);
});

test.each([
  [['g', 'h', 'v sum'], ',,v\n,,sum\ng,h,\na,x,1\na,y,2\nb,x,3\n'],
  [['year', 'v Oslo', 'v Rome'], ',v,v\ncity,Oslo,Rome\nyear,,\n2019,1,2\n2020,3,4\n2021,5,6\n'],
  [['year', 'Oslo', 'Rome'], ',Oslo,Rome\nyear,,\n2019,1,2\n2020,3,4\n2021,5,6\n'],
])('takes the names %s of a data frame from the line of its row labels', async (wanted, text) => {
  const { names, cells, warnings } = await read(text);
  expect([names, cells.length]).toEqual([wanted, 3]);
  expect(warnings.at(-1)).toMatchObject({ code: 'index_names', line: text.split('\n').length - 4 });
});

test('keeps a first row that has a label only', async () => {
  expect((await read(',x,y\nAnna,,\nBob,1,2\nCid,3,4\n')).cells.length).toBe(3);
  expect((await read(',x,y\n0,,\n1,1,2\n2,3,4\n')).cells.length).toBe(3);
});

test('leaves out the questions below the short names of a survey', async () => {
  const ids = '"{""ImportId"":""Q1""}","{""ImportId"":""Q2""}","{""ImportId"":""Q3""}"';
  const { names, types, warnings } = await read(
    `Q1,Q2,Q3\nHow old?,What town?,How many?\n${ids}\n31,Rome,2\n45,Oslo,1\n22,Bern,3\n`,
  );
  expect([names, types]).toEqual([
    ['Q1', 'Q2', 'Q3'],
    ['integer', 'text', 'integer'],
  ]);
  expect(warnings).toMatchObject([{ code: 'name_rows', line: 2 }]);
});

test('keeps a first row of words for no value', async () => {
  const { cells } = await read(`age,who,pay\nunknown,Anna,n.k.\n${rows(12)}`);
  expect(cells.length).toBe(13);
});

test('leaves out a total whose word is in each of the first columns', async () => {
  const { cells, warnings } = await read('Region,Monat,a,b\n1,1,5,10\n1,2,6,11\n2,1,5,11\nTotal,Total,16,32\n');
  expect(cells.length).toBe(3);
  expect(warnings).toMatchObject([{ code: 'total_rows', line: 5 }]);
});

const grouped = 'region,city,sales\nN,a,10\nN,b,20\nSubtotal,,30\nS,c,5\nS,d,6\nSubtotal,,11\nTotal,,41\n';

test('leaves out subtotals and totals by their label', async () => {
  const { cells, warnings } = await read(grouped);
  expect(cells.map(([, city]) => city)).toEqual(['a', 'b', 'c', 'd']);
  expect(warnings).toMatchObject([{ code: 'total_rows', line: 4 }]);
  expect(warnings[0].detail).toContain('Lines 4, 7, 8');
  expect((await read(grouped, { totals: 'keep' })).cells.length).toBe(7);
});

test('leaves out subtotals that come after the first MiB', { tags: 'long' }, async () => {
  const many = 180_000;
  const text = `region,city,sales\n${'N,a,1\n'.repeat(many)}Subtotal,,${many}\nS,c,5\nS,d,6\nSubtotal,,11\nT,e,7\n`;
  const { rowCount, warnings } = await importText(text);
  expect(rowCount).toBe(many + 3);
  expect(warnings).toMatchObject([{ code: 'total_rows', line: many + 2 }]);
});

test('tells of totals without a label, and leaves them out when told to', async () => {
  const text = grouped.replaceAll(/(?:Subt|T)otal/g, '');
  const kept = await read(text);
  expect(kept.cells.length).toBe(7);
  expect(kept.warnings).toMatchObject([{ code: 'maybe_totals', line: 4 }]);
  expect((await read(text, { totals: 'leave_out' })).cells.length).toBe(4);
});

test('tells of a last row that is called a total but adds nothing up, and leaves it out when told to', async () => {
  const text = 'sold;city;price\na;Ulm;5,5\nb;Bonn;6\nc;Bonn;7\nSumme;;1.234,5\n';
  const kept = await read(text);
  expect(kept.cells.length).toBe(4);
  expect(kept.warnings.filter(({ code }) => code === 'maybe_totals')).toMatchObject([{ line: 5 }]);
  expect((await read(text, { totals: 'leave_out' })).cells.length).toBe(3);
});

const statement =
  'Tag;Text;Wer;Betrag;W\n01.02.2024;Kauf;Ulm;-5,5;EUR\n15.03.2024;Lohn;AG;60;EUR\n16.03.2024;;Bonn;-7;EUR\n';

test.each([
  ['a sum beside a currency', ';;Summe;47,5;EUR', 'total_rows'],
  ['a sum in place of the date', 'Summe;;;47,5;EUR', 'total_rows'],
  ['a sum that is none, as of a filtered export', ';;Summe;1.047,5;EUR', 'unexplained_totals'],
  ['a balance', ';;Kontostand am Ende;1.047,5;EUR', 'unexplained_totals'],
])('leaves out a last row without a date: %s', async (_what, line, code) => {
  const { cells, warnings } = await read(`${statement}${line}\n`);
  expect(cells.map(([, , , amount]) => amount)).toEqual([-5.5, 60, -7]);
  expect(warnings).toMatchObject([{ code, line: 5, detail: expect.stringContaining('totals=keep') }]);
  expect((await read(`${statement}${line}\n`, { totals: 'keep' })).cells.length).toBe(4);
});

test('keeps rows without a date that are no totals, or not the last', async () => {
  const lacking = await read(`${statement}; Storno;Bonn;7;EUR\n`);
  expect([lacking.cells.length, lacking.warnings]).toEqual([4, []]);
  const among = await read(`${statement};;Summe;9;EUR\n17.03.2024;Kauf;Ulm;-1;EUR\n`);
  expect(among.cells.length).toBe(5);
  expect(among.warnings).toMatchObject([{ code: 'maybe_totals', line: 5 }]);
  const dated = await read(`${statement}17.03.2024;Kauf;TOTAL;-40;EUR\n`);
  expect([dated.cells.length, dated.warnings]).toEqual([4, []]);
});

test('a sum beside a currency is left out without dates, too; and told of where it is none', async () => {
  const text = 'what,v,unit\na,5,EUR\nb,6,EUR\nc,7,EUR\n';
  expect((await read(`${text}Total,18,EUR\n`)).warnings).toMatchObject([{ code: 'total_rows', line: 5 }]);
  const other = await read(`${text}Total,25,EUR\n`);
  expect([other.cells.length, other.warnings]).toMatchObject([4, [{ code: 'maybe_totals', line: 5 }]]);
});

test('tells of names of groups that stand in the first row of each only', async () => {
  const line = (row: number) => `${row % 6 ? '' : `R${row}`},${row % 3 ? '' : `C${row % 2}`},shop ${row},${row * 7}\n`;
  const text = (from: number) =>
    `region,city,shop,sales\n${Array.from({ length: 24 }, (_, row) => line(row + from)).join('')}`;
  const { warnings } = await read(text(0));
  expect(warnings).toMatchObject([
    { code: 'maybe_groups', column: 'region', detail: expect.stringContaining('20 of 24 rows') },
    { code: 'maybe_groups', column: 'city' },
  ]);
  expect((await read(text(1))).warnings).toEqual([]);
  expect((await read('note,shop,sales\nlate,a,1\n,b,2\n,c,3\nlate,d,5\n,e,9\n')).warnings).toEqual([]);
});

test('tells of values that are written in several ways, and not of codes of one letter', async () => {
  const sexes = ['male', 'Male ', 'female', 'male', 'FEMALE', 'female'];
  const { warnings } = await read(
    `"sex","grade"\n${sexes.map((sex, row) => `"${sex}","${'aAb'[row % 3]}"`).join('\n')}\n`,
  );
  expect(warnings.filter(({ code }) => code !== 'header_guessed')).toMatchObject([
    {
      code: 'several_spellings',
      column: 'sex',
      detail: expect.stringMatching(/"male" \(2\), "Male " \(1\); "female" \(2\), "FEMALE" \(1\)\. Models and agents/),
    },
  ]);
});

test('leaves out rows of a total without figures', async () => {
  const text = 'region,shop,sales\nN,a,10\nN,b,20\nNorth Total,,\nS,c,5\nTotal Recall is on,,\nS,d,6\n';
  const { cells, warnings } = await read(text);
  expect(cells.map(([region]) => region)).toEqual(['N', 'N', 'S', 'Total Recall is on', 'S']);
  expect(warnings).toMatchObject([{ code: 'total_rows', line: 4 }]);
});

test('leaves out the means below a table, and tells of other figures there that it cannot explain', async () => {
  const text = 'name;sex;points\nA;m;4,5\nB;w;6\nC;w;7,5\n';
  const mean = await read(`${text}Summe;;18\nMittelwert;;6\n* vorläufig;;\n`);
  expect(mean.cells.length).toBe(3);
  expect(mean.warnings).toMatchObject([{ code: 'total_rows', line: 5 }, { code: 'note_rows' }]);
  const extremes = await read(`${text}Ø;;6\nMin;;4,5\nMax;;7,5\n`);
  expect(extremes.cells.length).toBe(6);
  expect(extremes.warnings).toMatchObject([{ code: 'maybe_totals', line: 5 }]);
  expect((await read(`${text}Ø;;6\nMin;;4,5\nMax;;7,5\n`, { totals: 'leave_out' })).cells.length).toBe(3);
});

test('keeps rows of a kind that is called total', async () => {
  const text = 'sex,year,v\nmale,2020,5\nfemale,2020,6\ntotal,2020,11\nmale,2021,5\nfemale,2021,7\ntotal,2021,12\n';
  const { cells, warnings } = await read(text);
  expect(cells.length).toBe(6);
  expect(warnings.map(({ code }) => code)).toEqual(['maybe_totals']);
});

test('says what it calls a column without a name', async () => {
  const { names, warnings } = await read('id,,b\n1,2,3\n4,5,6\n');
  expect(names).toEqual(['id', 'column_2', 'b']);
  expect(warnings).toMatchObject([{ code: 'column_named', column: 'column_2' }]);
});

test.each([
  ['#,Judge,Since\n1,Foo,1901\n2,Bar,1902\n', ['#', 'Judge', 'Since'], 2, []],
  ['# of seats,Party\n1,A\n2,B\n', ['# of seats', 'Party'], 2, []],
  ['#,Name,"Prod.\ncode"\n1,a,x\n# a pause\n2,b,y\n', ['#', 'Name', 'Prod.\ncode'], 2, ['comment_lines']],
  ['# by x\n# day,value\n2020-01-01,1\n2020-01-02,2\n', ['day', 'value'], 2, ['comment_header', 'comment_lines']],
  ['// by x, y, z\nid,v\n1,2\n// a pause\n3,4\n', ['id', 'v'], 2, ['comment_lines']],
  ['% by x\n% and y\nid,v\n1,2\n3,4\n', ['id', 'v'], 2, ['comment_lines']],
  ['# a "quoted, note\nid,v\n1,2\n3,4\n', ['id', 'v'], 2, ['title_rows']],
  ['id,n\n1,2\n#2,3\n3,4\n4,5\n5,6\n', ['id', 'n'], 5, ['maybe_comments', 'almost_numbers']],
])('a comment has not as many cells as the rows: %j', async (text, names, count, codes) => {
  const table = await read(text);
  expect(table.names).toEqual(names);
  expect(table.cells.length).toBe(count);
  expect(table.warnings.map(({ code }) => code)).toEqual(codes);
});
