import { expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import { readTable } from './worker/read-table.ts';

const { folder, importText } = useDataRoom();

function read(table: Awaited<ReturnType<typeof importText>>, columns = table.columns) {
  return readTable([table.part], columns, { memoryBytes: 1 << 28, threads: 1, spillFolder: folder() });
}

test('reads each type into its typed array, gaps as the engine wants them', async () => {
  const table = await importText(
    'i,f,b,d,t,s,j\n1,1.5,true,2020-01-05,2020-01-05 00:00:01,x,[1]\n,,,,,,\n3,-2,false,1969-12-31,2020-01-05 00:00:00,a,"{""a"":1}"\n',
  );
  const { rowCount, columns } = await read(table);
  const day = Date.UTC(2020, 0, 5);
  expect(rowCount).toBe(3);
  expect(columns).toMatchObject([
    { name: 'i', type: 'number', values: new Float64Array([1, Number.NaN, 3]) },
    { name: 'f', type: 'number', values: new Float64Array([1.5, Number.NaN, -2]) },
    { name: 'b', type: 'boolean', values: new Uint8Array([1, 2, 0]) },
    { name: 'd', type: 'time', values: new Float64Array([day, Number.NaN, -86_400_000]) },
    { name: 't', type: 'time', values: new Float64Array([day + 1000, Number.NaN, day]) },
    { name: 's', type: 'text', codes: new Int32Array([1, -1, 0]), dictionary: ['a', 'x'] },
    { name: 'j', type: 'text', codes: new Int32Array([0, -1, 1]), dictionary: ['[1]', '{"a":1}'] },
  ]);
});

test('reads the asked columns alone, in the order asked', async () => {
  const table = await importText('a,b,c\n1,2,3\n');
  const { columns } = await read(table, [table.columns[2], table.columns[0]]);
  expect(columns.map((column) => column.name)).toEqual(['c', 'a']);
});

test('reads a column without any text', async () => {
  const { columns } = await read(await importText('a,b\n1,\n2,\n'));
  expect(columns[1]).toMatchObject({ name: 'b', type: 'text', codes: new Int32Array([-1, -1]), dictionary: [] });
});

test('reads more rows than a chunk holds, in order', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `${index},w${index % 7}`);
  const { columns } = await read(await importText(`n,s\n${rows.join('\n')}\n`));
  const [numbers, words] = columns;
  expect(numbers.type === 'number' && numbers.values.every((value, index) => value === index)).toBe(true);
  expect(words.type === 'text' && words.codes.every((code, index) => code === index % 7)).toBe(true);
});
