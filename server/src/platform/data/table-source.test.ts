import type { ColumnReading, TableChunk, TableSource } from '@sibyl/engine/table.ts';
import { expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import { openTableSource } from './worker/table-source.ts';

const { folder, importText } = useDataRoom();

async function open(csv: string): Promise<TableSource> {
  const { part } = await importText(csv);
  return openTableSource(part.path, { memoryBytes: 1 << 28, threads: 1, spillFolder: folder() });
}

/** Returns all cells of one column, copied from their chunks. */
async function cellsOf(source: TableSource, reading: ColumnReading): Promise<(number | string | null)[]> {
  const cells: (number | string | null)[] = [];
  const take = ({ columns }: TableChunk) => cells.push(...columns[0]);
  for await (const chunk of source.readChunks([reading])) take(chunk);
  return cells;
}

const mixed = 'i,b,t,s\n1,true,1970-01-02,x\n,,,\n-3,false,1969-12-31,a\n';

test('reads cells as numbers, codes of known texts, and texts', async () => {
  const source = await open(mixed);
  expect(source.columns.map(({ type }) => type)).toEqual(['number', 'boolean', 'time', 'text']);
  expect(await cellsOf(source, { name: 'i', as: 'numbers' })).toEqual([1, Number.NaN, -3]);
  expect(await cellsOf(source, { name: 'b', as: 'numbers' })).toEqual([1, Number.NaN, 0]);
  expect(await cellsOf(source, { name: 't', as: 'numbers' })).toEqual([86_400_000, Number.NaN, -86_400_000]);
  expect(await cellsOf(source, { name: 's', as: 'texts' })).toEqual(['x', null, 'a']);
  expect(await cellsOf(source, { name: 's', as: 'codes', dictionary: ['b', 'a'] })).toEqual([2, Number.NaN, 1]);
  expect(await cellsOf(source, { name: 's', as: 'codes', dictionary: [] })).toEqual([0, Number.NaN, 0]);
});

test('says of each column what all of its cells hold, those outside the sample too', async () => {
  const { summaries } = await (await open(mixed)).readSample(Int32Array.of(0));
  expect(summaries).toEqual([
    { missing: 1, min: -3, max: 1 },
    { missing: 1, min: 0, max: 1 },
    { missing: 1, min: -86_400_000, max: 86_400_000 },
    { missing: 1, min: Number.NaN, max: Number.NaN },
  ]);
});

test('reads some rows, with the texts that are in them', async () => {
  const { table } = await (await open(mixed)).readSample(Int32Array.of(0, 2));
  const { columns } = table;
  expect(columns.map((column) => (column.type === 'text' ? [...column.codes] : [...column.values]))).toEqual([
    [1, -3],
    [1, 0],
    [86_400_000, -86_400_000],
    [1, 0],
  ]);
  expect(columns[3]).toMatchObject({ dictionary: ['a', 'x'] });
});

test('every reading numbers the rows alike, over many chunks', async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => `${row},w${row % 7}`);
  const source = await open(`n,s\n${rows.join('\n')}\n`);
  const numbers = await cellsOf(source, { name: 'n', as: 'numbers' });
  expect(numbers.every((value, row) => value === row)).toBe(true);
  const picked = Int32Array.of(1, 2047, 2048, 9000, 19_999);
  const [first] = (await source.readSample(picked)).table.columns;
  expect(first).toMatchObject({ name: 'n', type: 'number', values: Float64Array.from(picked) });
});

test('names with quotes and texts with quotes are only names and texts', async () => {
  const source = await open(`"a""b'c",s\n1,it's\n2,"say ""no"""\n`);
  const [{ name }] = source.columns;
  expect(await cellsOf(source, { name, as: 'numbers' })).toEqual([1, 2]);
  expect(await cellsOf(source, { name: 's', as: 'codes', dictionary: ["it's"] })).toEqual([0, 1]);
});
