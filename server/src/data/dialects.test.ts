import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../test/data-room.ts';
import { columnNames, dialectFiles } from '../../test/dialect-files.ts';

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

test('keeps a last row that is called total and adds up to nothing', async () => {
  const { rowCount, warnings } = await importText('kind,n\nx,1\ny,2\ntotal,70\n');
  expect([rowCount, warnings]).toEqual([3, []]);
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
  ['ARFF', '% iris\n@relation iris\n@attribute a numeric\n@data\n1\n', /ARFF/],
])('refuses %s, of which every line could be a cell', async (_name, content, detail) => {
  expect(await faultOf(importText(content))).toMatchObject({ code: 'not_text', detail: expect.stringMatching(detail) });
});

test('says that it renamed the later of two equal names', async () => {
  const { warnings } = await importText('x,x,y\n1,2,3\n');
  expect(warnings).toMatchObject([{ code: 'column_renamed', column: 'x_2' }]);
});
