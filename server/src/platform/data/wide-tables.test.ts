import { expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import { makeRoomForColumns, openEngine, readObjects } from './worker/duckdb.ts';

const { importText } = useDataRoom();

test('imports a table of very many columns of words: their dictionaries took 1 MB each before the first row', async () => {
  const names = Array.from({ length: 1200 }, (_, index) => `c${index}`);
  const rows = ['ash', 'oak', 'elm'].map((word) => names.map((name) => `${word} ${name}`).join(','));
  const { columns, rowCount } = await importText([names.join(','), ...rows, ''].join('\n'));
  expect([columns.length, rowCount]).toEqual([1200, 3]);
  expect(columns.at(-1)).toMatchObject({ type: 'text', distinct: 3, min: 'ash c1199', max: 'oak c1199' });
});

test('DuckDB does not compare each expression of a wide table with all others', async () => {
  const limits = { memoryBytes: 64 << 20, threads: 2, spillFolder: '' };
  using engine = await openEngine(limits);
  const disabled = async () =>
    (await readObjects(engine.connection, `SELECT current_setting('disabled_optimizers') AS names`))[0].names;
  await makeRoomForColumns(engine.connection, limits, 500);
  expect(await disabled()).toBe('');
  await makeRoomForColumns(engine.connection, limits, 501);
  expect(await disabled()).toBe('common_subexpressions');
});
