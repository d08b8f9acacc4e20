// @module-tag long
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import { columnNames, dialectFiles } from '../../../test/dialect-files.ts';

const { importText, newPath, room, write } = useDataRoom();

describe.concurrent('every cell of a file is what its writer meant', () => {
  test.each(dialectFiles.map((file) => [file.name, file] as const))('%s', async (_name, file) => {
    const table = await importText(file.content, file.options);
    if (!file.warnings.includes('header_absent')) expect(table.columns.map(({ name }) => name)).toEqual(columnNames);
    expect(table.cells).toEqual(file.rows);
    expect(table.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(file.warnings));
  });
});

test.each([
  ['windows-1252', ['Zürich', 'São Paulo', 'Århus']],
  ['windows-1250', ['Plzeň', 'Děčín', 'Ústí']],
  ['windows-1255', ['תל אביב', 'חיפה']],
])('knows %s by its words where every row has a sign of euro', async (encoding, cities) => {
  const cells = Array.from({ length: 60 }, (_, index) => [cities[index % cities.length], 1000.5 + index]);
  const lines = cells.map(([city, price]) => `${city};${String(price).replace('.', ',')} €\r\n`);
  const table = await importText(iconv.encode(`Ort;Preis\r\n${lines.join('')}`, encoding));
  expect(table.cells).toEqual(cells);
  expect(table.dialect).toMatchObject({ encoding });
});

test.each([
  ['windows-1250', ['Łódź', 'Kraków', 'Gdańsk', 'Częstochowa']],
  ['windows-1250', ['Győr', 'Szűcs', 'Eger', 'Pécs']],
  ['windows-1250', ['Šibenik', 'Čakovec', 'Đakovo', 'Zadar']],
  ['windows-1250', ['Brăila', 'Bacău', 'Galaţi', 'Iaşi']],
  ['cp852', ['Plzeň', 'Děčín', 'Ústí']],
  ['cp850', ['Málaga', 'Cáceres', 'León']],
  ['windows-1252', ['Færøyene', 'Sør-Afrika', 'Åland']],
  ['windows-1252', ['Forlì', 'Città', 'Perù']],
  ['big5', ['臺北', '高雄', '臺中', '花蓮']],
])('knows %s by the letters of few words, and says what else they could be', async (encoding, words) => {
  const table = await importText(
    iconv.encode(`n,word\n${words.map((word, n) => `${n},${word}\n`).join('')}`, encoding),
  );
  expect(table.cells.map(([, word]) => word)).toEqual(words);
  expect(table.warnings[0]).toMatchObject({ code: 'encoding_guessed', detail: expect.stringContaining(encoding) });
});

test('a blank after each delimiter is no part of the cells, and delimiters at the end make no columns', async () => {
  const spaced = await importText('age, job\n39, clerk\n50, cook\n');
  expect(spaced.cells).toEqual([
    [39, 'clerk'],
    [50, 'cook'],
  ]);
  expect(spaced.warnings).toMatchObject([{ code: 'spaces_left_out' }]);
  const some = await importText('age,job\n39, clerk\n50,cook\n');
  expect(some.cells.map(([, job]) => job)).toEqual([' clerk', 'cook']);
  expect((await importText('A;B;C;;;\n1;2;3;;;\n4;5;6;;;\n')).columns.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
});

test.each(['Total rows: 1,070', 'Number of records = 1070', 'Record count: 1070', 'End of report', 'Page 1 of 1'])(
  '"%s" padded below a table is no row of it',
  async (note) => {
    const { cells, warnings } = await importText(`store,sales\nOslo,3\nRome,4\n"${note}",\n`);
    expect(cells.length).toBe(2);
    expect(warnings.some(({ detail }) => detail.includes(note))).toBe(true);
  },
);

test('tabs that part some cells only are blanks among others', async () => {
  const rows = ['18.0   8   307.0\t"chevrolet chevelle"', '15.0   4   113.0\t"toyota corona"'];
  const { cells, columns } = await importText(`mpg\tcylinders\tdisplacement name\n${rows.join('\n')}\n`);
  expect(columns.map(({ name }) => name)).toEqual(['mpg', 'cylinders', 'displacement', 'name']);
  expect(cells[0]).toEqual([18, 8, 307, 'chevrolet chevelle']);
});

test('a backslash before an amount is a yen in Shift-JIS', async () => {
  const names = ['東京都', '大阪府', '京都府', '北海道', '福岡県'];
  const text = `地域,価格\r\n${names.map((name, n) => `${name},"\\${n + 1},200"\r\n`).join('')}`;
  const { cells } = await importText(iconv.encode(text, 'shift_jis'));
  expect(cells).toEqual(names.map((name, n) => [name, (n + 1) * 1000 + 200]));
});

const limits = 1000;

test('refuses a gzip file that unpacks to more than an upload may have', async () => {
  const path = await write(gzipSync('a,b\n'.repeat(limits)));
  const refused = room().importFile({ path, outputPath: newPath(), maxBytes: limits });
  await expect(refused).rejects.toMatchObject({ code: 'upload_too_large', extensions: { limit: limits } });
});

test('refuses a gzip file that is cut short', async () => {
  expect(await faultOf(importText(gzipSync('a,b\n1,2\n').subarray(0, 20)))).toMatchObject({ code: 'broken_archive' });
});

test('names the line of a fault in a file of which a copy was made', async () => {
  const text = 'Sales of 2024\n\nn;city;p\n1;Rome;2\nmany;Oslo;3\n';
  expect(await faultOf(importText(text, { types: { n: 'integer' } }))).toMatchObject({ pointer: '/line/5/n' });
  expect(await faultOf(importText(`${text}3\n4;x;5\n`))).toMatchObject({ code: 'ragged_line', pointer: '/line/6' });
});

test('takes years and places side by side as names', async () => {
  const years = await importText('country,2019,2020,2021\nItaly,1,2,3\nNorway,4,5,6\n');
  expect(years.columns.map(({ name }) => name)).toEqual(['country', '2019', '2020', '2021']);
  expect(years.warnings).toMatchObject([{ code: 'header_guessed', line: 1 }]);
  const places = await importText('0,1,2\n5.1,3.5,1.4\n4.9,3,1.4\n');
  expect(places.columns.map(({ name }) => name)).toEqual(['0', '1', '2']);
});

test('keeps a last row that is called total and adds up to nothing, and says so', async () => {
  const { rowCount, warnings } = await importText('kind,n\nx,1\ny,2\ntotal,70\n');
  expect([rowCount, warnings.map(({ code }) => code)]).toEqual([3, ['maybe_totals']]);
});

test('reads rows that join a table as its own file was written', async () => {
  const first = await importText("n;when\n1;'a;b'\n2;'c'\n");
  const path = await write("3;'d;e'\n");
  const { part, columns, dialect } = first;
  const request = { path, outputPath: newPath(), columns, dialect, parts: [part] };
  const { rowCount } = await room().appendFile(request);
  const added = { path: request.outputPath, rowCount };
  const rows = await room().readRows({ parts: [part, added], columns, offset: 2, limit: 9 });
  expect(rows).toEqual([{ n: 3, when: 'd;e' }]);
});

test.each([
  ['an HTML page', '<!DOCTYPE html>\n<html><body>Not found</body></html>\n', /HTML/],
  ['XML', '<?xml version="1.0"?>\n<rows><row a="1"/></rows>\n', /XML/],
  ['XML without a declaration', '<rows>\n<row>1</row>\n</rows>\n', /XML/],
  ['JSON', '[{"a": 1},\n {"a": 2}]\n', /JSON/],
  ['a table of Markdown', '| a | b |\n|---|:-:|\n| 1 | 2 |\n', /Markdown/],
  ['a table of psql', ' a | b\n---+---\n 1 | 2\n(1 row)\n', /terminal/],
  ['a log', '2024-05-21 12:00:01,123 INFO up\n2024-05-21 12:00:02,456 WARN slow\n', /log/],
  ['SQL', 'INSERT INTO t VALUES (1, 2);\n', /SQL/],
  ['ARFF', '% iris\n@relation iris\n@attribute a numeric\n@data\n1\n', /ARFF/],
])('refuses %s, of which every line could be a cell', async (_name, content, detail) => {
  expect(await faultOf(importText(content, {}, 'csv'))).toMatchObject({
    code: 'not_text',
    detail: expect.stringMatching(detail),
  });
});

test('says that it renamed the later of two equal names', async () => {
  const { warnings } = await importText('x,x,y\n1,2,3\n');
  expect(warnings).toMatchObject([{ code: 'column_renamed', column: 'x_2' }]);
});

test('reads figures parted by blanks below comments', async () => {
  const { cells } = await importText('# instrument: X\n400.0 0.12\n401.0 0.15\n402.0 0.2\n');
  expect(cells).toEqual([
    [400, 0.12],
    [401, 0.15],
    [402, 0.2],
  ]);
});

test('reads an export of a bank: pairs above the table, a delimiter at the end of each line', async () => {
  const head = 'Konto:;DE12 / Giro;\n\nStand:;1.234,56 EUR;\n\n';
  const text = `${head}Tag;Wer;Betrag;\n02.01.2024;Maier;-12,50;\n15.01.2024;Huber;100,00;\n`;
  const { columns, cells } = await importText(text);
  expect(columns.map(({ name }) => name)).toEqual(['Tag', 'Wer', 'Betrag']);
  expect(cells[0]).toEqual(['2024-01-02', 'Maier', -12.5]);
});

test('quotes that are part of the text are read when told so', async () => {
  const text = 'id,comment\n1,"good" book\n2,a 5" screen\n3,"so so\n';
  for (const quote of ['', 'none']) {
    const { cells, dialect } = await importText(text, { quote });
    expect(cells.map(([, comment]) => comment)).toEqual(['"good" book', 'a 5" screen', '"so so']);
    expect(dialect.quote).toBe('');
  }
});
