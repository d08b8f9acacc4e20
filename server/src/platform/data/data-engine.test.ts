import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { faultOf, openTestRoom, useDataRoom } from '../../../test/data-room.ts';

const { room, folder, newPath, importText, write } = useDataRoom();
const endless = 'SELECT count(*) FROM range(100000000) a, range(100000000) b';
const limits = { tables: {}, maxRows: 10, timeoutMs: 60_000, memoryBytes: 1 << 28 };

test('keeps DuckDB out of the process that opens a data room', async () => {
  const path = join(import.meta.dirname, 'data-engine.ts');
  const script = `
    const { openDataEngine } = await import(${JSON.stringify(path)});
    const room = openDataEngine({ spillFolder: ${JSON.stringify(folder())} });
    const { rows } = await room.runQuery({ sql: 'SELECT 42', tables: {}, maxRows: 1, timeoutMs: 20000, memoryBytes: 1 << 28 }, { project: 'a', caller: 'b' });
    const loaded = process.report.getReport().sharedObjects.filter((object) => object.includes('duckdb'));
    console.log(JSON.stringify({ rows, loaded }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(JSON.parse(stdout)).toEqual({ rows: [[42]], loaded: [] });
});

test('serves more requests at once than it has processes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => room().runQuery({ ...limits, sql: `SELECT ${index}` })),
  );
  expect(answers.map(({ rows }) => rows[0][0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('an import given up leaves no file', async () => {
  const caller = new AbortController();
  const path = await write(`a,b\n${'1,2\n'.repeat(2_000_000)}`);
  const outputPath = newPath();
  const running = room().importFile({ path, outputPath }, { signal: caller.signal });
  setImmediate(() => caller.abort(new Error('gone')));
  await expect(running).rejects.toThrow('gone');
  expect((await readdir(folder())).filter((name) => join(folder(), name).startsWith(outputPath))).toEqual([]);
});

test('closing rejects what runs and what waits', async () => {
  const own = openTestRoom({ spillFolder: folder(), workers: { imports: 1, reads: 1 } });
  const running = own.runQuery({ ...limits, sql: endless });
  const waiting = own.runQuery({ ...limits, sql: 'SELECT 1' });
  own.close();
  await expect(running).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
});

test('refuses when too many wait', async () => {
  const own = openTestRoom({ spillFolder: folder(), workers: { imports: 1, reads: 1 } });
  const all = Array.from({ length: 402 }, () => own.runQuery({ ...limits, sql: endless }));
  await expect(all[401]).rejects.toMatchObject({ code: 'queue_full' });
  own.close();
  expect(new Set((await Promise.allSettled(all)).map(({ status }) => status))).toEqual(new Set(['rejected']));
});

test('a part that is damaged fails its own request alone', async () => {
  const { part, columns } = await importText('a\n1\n2\n');
  await writeFile(part.path, 'no Parquet');
  await expect(room().readRows({ parts: [part], columns, offset: 0, limit: 1 })).rejects.toMatchObject({
    code: 'internal',
  });
  expect((await room().runQuery({ ...limits, sql: 'SELECT 1' })).rows).toEqual([[1]]);
});

test('ends an import that takes longer than a file of its size may', async () => {
  const own = openTestRoom({ spillFolder: folder(), importTimeMs: () => 200 });
  const path = await write(`a,b\n${'1,2\n'.repeat(2_000_000)}`);
  const outputPath = newPath();
  expect(await faultOf(own.importFile({ path, outputPath }))).toEqual({
    pointer: '',
    code: 'too_slow',
    detail: 'Reading the file takes longer than 1 s, the limit for 8000004 bytes.',
  });
  expect((await readdir(folder())).filter((name) => join(folder(), name).startsWith(outputPath))).toEqual([]);
  own.close();
});
