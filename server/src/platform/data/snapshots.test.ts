import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { SnapshotLimits } from './snapshots.ts';
import { openSnapshots } from './snapshots.ts';

const folder = mkdtempSync(join(tmpdir(), 'sibyl-snapshots-'));
const snapshots = openSnapshots();
afterAll(() => {
  snapshots.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
function newPath(): string {
  files += 1;
  return join(folder, `${files}.parquet`);
}

const limits: SnapshotLimits = {
  timeoutMs: 60_000,
  memoryBytes: 2 ** 29,
  signal: new AbortController().signal,
  onRows: () => {},
};

function keep(sql: string, options: Partial<SnapshotLimits & { diskBytes: number; outputPath: string }> = {}) {
  const { diskBytes = 2 ** 30, outputPath = newPath(), ...others } = options;
  return snapshots.snapshotQuery({ sql, tables: {}, diskBytes, outputPath }, { ...limits, ...others });
}

const numbers = (rows: number) => `SELECT range AS a, hash(range) % 1000003 AS b FROM range(${rows})`;

test('keeps the answer of a query as one file, types and order as they were', async () => {
  const outputPath = newPath();
  const sql = "SELECT 3 AS rooms, 40.5 AS total, ['Rome'] AS cities, DATE '2020-01-05' AS day ORDER BY rooms; -- all";
  const kept = await keep(sql, { outputPath });
  const types = { rooms: 'integer', total: 'number', cities: 'json', day: 'date' };
  expect(kept).toEqual({ rowCount: 1, columns: Object.entries(types).map(([name, type]) => ({ name, type })) });
  const read = { tables: { kept: [{ path: outputPath, rowCount: 1 }] }, outputPath: newPath(), diskBytes: 2 ** 30 };
  const again = await snapshots.snapshotQuery({ ...read, sql: 'SELECT * FROM kept' }, limits);
  expect(again.columns).toEqual(kept.columns);
});

test.each(["COPY (SELECT 1) TO '/tmp/x'", 'SELECT 1; SELECT 2', "SELECT * FROM read_text('/etc/passwd')"])(
  'refuses to keep %s',
  async (sql) => {
    await expect(keep(sql)).rejects.toMatchObject({ code: 'query_refused' });
  },
);

test('a sort that is larger than its memory spills, and leaves nothing', { tags: 'long' }, async () => {
  const outputPath = newPath();
  const sql = `SELECT *, repeat('x', 60) AS text FROM (${numbers(2_000_000)}) ORDER BY b`;
  const kept = await keep(sql, { outputPath });
  expect(kept.rowCount).toBe(2_000_000);
  expect(readdirSync(folder).filter((name) => name.startsWith(outputPath.slice(folder.length + 1)))).toHaveLength(1);
});

test('tells how many rows it has read, and stops when nobody wants them any more', async () => {
  const caller = new AbortController();
  const outputPath = newPath();
  const onRows = vi.fn((_: number) => caller.abort(new Error('cancelled')));
  const running = keep(numbers(2_000_000_000), { signal: caller.signal, onRows, outputPath });
  await expect(running).rejects.toThrow('cancelled');
  expect(onRows.mock.calls[0][0]).toBeGreaterThan(0);
  expect(readdirSync(folder).filter((name) => name.startsWith(outputPath.slice(folder.length + 1)))).toEqual([]);
});

test('what takes longer, or more disk, than the job may says so and leaves no file', { tags: 'long' }, async () => {
  const outputPath = newPath();
  await expect(keep(numbers(2_000_000_000), { timeoutMs: 1500, outputPath })).rejects.toMatchObject({
    code: 'query_time_limit',
    message: expect.stringContaining('time_budget_seconds'),
  });
  await expect(keep(numbers(2_000_000_000), { diskBytes: 2 ** 20, outputPath })).rejects.toMatchObject({
    extensions: { limit_name: 'upload_bytes', limit: 2 ** 20 },
  });
  expect(existsSync(outputPath)).toBe(false);
});

test('joins the parts of a table in their order', async () => {
  const parts = [];
  for (const sql of ['SELECT range AS a FROM range(100000)', 'SELECT range + 100000 AS a FROM range(100000)']) {
    const path = newPath();
    await keep(sql, { outputPath: path });
    parts.push({ path, rowCount: 100_000 });
  }
  const outputPath = newPath();
  expect(await snapshots.joinParts({ parts, outputPath }, limits)).toEqual({ path: outputPath, rowCount: 200_000 });
  const tables = { joined: [{ path: outputPath, rowCount: 200_000 }] };
  const sql = 'SELECT a - lag(a) OVER () AS step FROM joined';
  const steps = newPath();
  await snapshots.snapshotQuery({ sql, tables, outputPath: steps, diskBytes: 2 ** 30 }, limits);
  const check = { sql: 'SELECT step FROM steps WHERE step <> 1', tables: { steps: [{ path: steps, rowCount: 1 }] } };
  const wrong = await snapshots.snapshotQuery({ ...check, outputPath: newPath(), diskBytes: 2 ** 30 }, limits);
  expect(wrong.rowCount).toBe(0);
});
