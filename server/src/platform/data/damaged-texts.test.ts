import { gzipSync, zstdCompressSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';

const { importText } = useDataRoom();

const cities = Buffer.from(`id,städt\n${Array.from({ length: 40 }, (_, row) => `${row},Köln ${row}\n`).join('')}`);

test.each([
  ['a byte of another encoding', Buffer.concat([cities, Buffer.from('40,M\xfcnchen\n', 'latin1')]), 'M\ufffdnchen'],
  ['an end within a character', Buffer.concat([cities, Buffer.from('40,Orl\xc3', 'latin1')]), 'Orl\ufffd'],
])('UTF-8 with %s is UTF-8 still, and the line is said', async (_, content, last) => {
  const { columns, cells, dialect, warnings } = await importText(content);
  expect([columns[1].name, cells[0], cells[40], dialect.encoding]).toEqual([
    'städt',
    [0, 'Köln 0'],
    [40, last],
    'utf-8',
  ]);
  expect(warnings).toMatchObject([
    { code: 'undecodable_bytes', line: 42, detail: expect.stringContaining('Set encoding') },
  ]);
});

test('a text of another encoding is not taken for damaged UTF-8', async () => {
  const { columns, dialect } = await importText(iconv.encode(cities.toString(), 'windows-1252'));
  expect([columns[1].name, dialect.encoding]).toEqual(['städt', 'windows-1252']);
});

test('the mark of UTF-8 is remembered, except of a text that is read in another encoding', async () => {
  const marked = Buffer.from('\ufeffid,price\n1,2\n');
  expect((await importText(marked)).dialect.mark).toBe(true);
  expect((await importText(marked, { encoding: 'latin1' })).dialect.mark).toBeUndefined();
});

test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
  '%s without a mark is known by its zeros in any alphabet',
  async (encoding) => {
    for (const text of ['名前,住所,年齢\n田中太郎,東京都港区,30\n', 'имя;город\nИван;Москва\n', 'a,b\n1,x\n']) {
      const { columns, dialect } = await importText(iconv.encode(text, encoding));
      expect([columns[0].name, dialect.encoding]).toEqual([text.split(/[,;]/)[0], encoding]);
    }
  },
);

test('the mark of GB18030 is known', async () => {
  const marked = Buffer.concat([Buffer.from('84319533', 'hex'), iconv.encode('名前,住所\n田中,東京\n', 'gb18030')]);
  expect((await importText(marked)).columns[0].name).toBe('名前');
});

test.each([
  ['a NUL byte', Buffer.from('a,b\n1,2\n3\0,4\n'), /Line 3 has a NUL byte.*encoding=utf-16le/],
  ['zstd', zstdCompressSync(cities), /packed with zstd; unpack it/],
  ['gzip in gzip', gzipSync(gzipSync(cities)), /gzip twice; unpack it once/],
  ['a picture', Buffer.from('89504e470d0a1a0a00', 'hex'), /picture \(PNG\)/],
  ['a PDF whose zeros stand as in UTF-16', Buffer.from('%PDF-1.4\n\0\x01'), /PDF document/],
  ['ISO-2022-JP', Buffer.from('a,b\n1,\x1b$B%F%9%H\x1b(B\n'), /ISO-2022-JP.*save it as UTF-8/],
])('what is no such text is refused with what would be right: %s', async (_, content, detail) => {
  expect(await faultOf(importText(content))).toMatchObject({ detail: expect.stringMatching(detail) });
});

test('the euro of Macintosh is one, said and guessed', async () => {
  const said = await importText(Buffer.from('preis\n5 \xdb\n7 \xdb\n', 'latin1'), { encoding: 'macintosh' });
  expect(said.columns[0].reading).toMatchObject({ type: 'number', unit: '€' });
  const text = 'stadt;preis\nK\x9aln;5 \xdb\nM\x9fnchen;7 \xdb\nD\x9fren;4 \xdb\n';
  const guessed = await importText(Buffer.from(text, 'latin1'));
  expect([guessed.dialect.encoding, guessed.cells[0]]).toEqual(['macintosh', ['Köln', 5]]);
});

test('a word that comes in all rows weighs no more than a few', async () => {
  const text = `name,x\nZürich,1\nNeuchâtel,2\n${'Genève,3\n'.repeat(200)}`;
  const { dialect, cells } = await importText(iconv.encode(text, 'windows-1252'));
  expect([dialect.encoding, cells[2][0]]).toEqual(['windows-1252', 'Genève']);
});
