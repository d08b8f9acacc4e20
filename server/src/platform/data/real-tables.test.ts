import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import { compareWithMeant } from '../../../test/meant-cells.ts';
import { realTables } from '../../../test/real-tables.ts';
import { sheetOf } from '../../../test/sheet-of.ts';

const { importText } = useDataRoom();

type Records = readonly (readonly string[])[];

/** Writes records as spreadsheets do: quotes only around cells that need them. */
function write(records: Records, end = '\r\n', delimiter = ','): string {
  const needsQuotes = new RegExp(`["\\r\\n${delimiter}]`);
  const quote = (cell: string) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return records.map((cells) => cells.map(quote).join(delimiter) + end).join('');
}

const ways: readonly [way: string, write: (records: Records) => string | Uint8Array][] = [
  ['CRLF', (records) => write(records)],
  ['LF', (records) => write(records, '\n')],
  ['semicolons', (records) => write(records, '\r\n', ';')],
  ['UTF-16', (records) => iconv.encode(write(records), 'utf-16le', { addBOM: true })],
  ['gzip', (records) => gzipSync(write(records))],
  ['a workbook', sheetOf],
];

describe.concurrent.each(ways)('with %s, a table of an encyclopedia comes back as it was written', (way, written) => {
  test.each(realTables.map(({ kind, records }) => [kind, records] as const))('%s', async (_kind, records) => {
    const table = await importText(written(records));
    const found = compareWithMeant({ ...table, rows: table.cells }, records, way === 'a workbook' ? 'rows' : 'lines');
    expect(found.differences).toEqual([]);
    expect(found.said).toEqual([]);
  });
});

const lineEnds = ['\n', '\r\n', '\r'];

test.each(
  lineEnds.flatMap((end) =>
    lineEnds.flatMap((inner) => ['header', 'row'].map((where) => [end, inner, where] as const)),
  ),
)('records that end in %j keep %j in quotes in a %s', async (end, inner, where) => {
  const [name, cell] = where === 'header' ? [`Results${inner}Score`, 'won'] : ['Results', `won${inner}"twice"`];
  const { columns, cells } = await importText(
    write(
      [
        ['n', name],
        ['1', cell],
        ['2', 'lost'],
        ['3', 'drawn'],
      ],
      end,
    ),
  );
  expect(columns.map((column) => column.name)).toEqual(['n', name]);
  expect(cells).toEqual([
    [1, cell],
    [2, 'lost'],
    [3, 'drawn'],
  ]);
});

test('lines that end in three ways are rows, and a place in them is told by its line', async () => {
  const text = 'n,"a\nb"\r\n1,"x\ry"\n2,z\r\r\n3,"q\r\nr"\r4,"last"';
  const { cells } = await importText(text);
  expect(cells).toEqual([
    [1, 'x\ry'],
    [2, 'z'],
    [3, 'q\r\nr'],
    [4, 'last'],
  ]);
  const refused = importText(`${text}\n5,6,7`);
  await expect(refused).rejects.toMatchObject({ errors: [{ code: 'ragged_line', pointer: '/line/10' }] });
});

test('a NUL byte is told by its line where carriage returns alone end lines', async () => {
  await expect(importText('a,b\r1,2\r3,\0\r')).rejects.toMatchObject({ errors: [{ pointer: '/line/3' }] });
});
