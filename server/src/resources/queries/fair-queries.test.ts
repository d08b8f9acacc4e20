// @module-tag long
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

const slow = 'SELECT count(*) FROM range(100000000) a, range(100000000) b';
let service: TestService;
let flooding: string;
let quiet: string;

beforeAll(async () => {
  service = await startTestService();
  [flooding, quiet] = [await service.project(), await service.project()];
  const rows = 'rooms,price\n1,10\n2,30\n';
  await service.call('POST', `/projects/${quiet}/tables?name=homes`, rows, { 'content-type': 'text/csv' });
});
afterAll(() => service.stop());

const query = (project: string, sql: string, timeout_ms: number) =>
  service.call('POST', `/projects/${project}/query`, { sql, timeout_ms });

it('slow queries of one project hold up no query and no row read of another', async () => {
  const flood = Array.from({ length: 8 }, () => query(flooding, slow, 900));
  let over = 0;
  for (const one of flood) one.then(() => (over += 1));
  expect(await query(quiet, 'SELECT 1 AS one', 30_000)).toMatchObject({ status: 200, body: { rows: [{ one: 1 }] } });
  expect((await service.call('GET', `/projects/${quiet}/tables/homes/rows`)).body).toHaveLength(2);
  expect(over).toBeLessThan(8);
  const codes = (await Promise.all(flood)).map(({ body }) => body.code);
  expect(new Set(codes)).toEqual(new Set(['query_time_limit']));
});

it('waiting is no part of the time that a query may take', async () => {
  const flood = Array.from({ length: 4 }, () => query(flooding, slow, 3000));
  // Its time limit does not include the wait behind queries that last longer.
  expect(await query(flooding, 'SELECT 1 AS one', 2500)).toMatchObject({ status: 200 });
  await Promise.all(flood);
});

it('who goes away while waiting leaves the queue', async () => {
  const [running, waiting] = [new AbortController(), new AbortController()];
  const ask = ({ signal }: AbortController) =>
    fetch(`${service.url}/projects/${flooding}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sql: slow, timeout_ms: 30_000 }),
      signal,
    }).catch(() => {});
  const untilMetric = (line: RegExp) => service.until('/metrics', ({ text }) => line.test(text));
  const flood = Array.from({ length: 2 }, () => ask(running));
  await untilMetric(/sibyl_data_processes\{pool="reads",state="busy"\} 2/);
  const queue = Array.from({ length: 20 }, () => ask(waiting));
  await untilMetric(/sibyl_data_processes\{pool="reads",state="waiting"\} 20/);
  waiting.abort();
  await untilMetric(/sibyl_data_processes\{pool="reads",state="waiting"\} 0/);
  running.abort();
  await Promise.all([...flood, ...queue]);
});

it.each([
  ['nesting without end', `SELECT ('{"a":'||repeat('[',1000000)||repeat(']',1000000)||'}')::JSON AS j`],
  ['brackets without end', `SELECT ('{"a":'||repeat('[',1000000)||'}')::JSON`],
  ['a path into it', `SELECT json_extract(('{"a":'||repeat('[',1000000)||repeat(']',1000000)||'}')::JSON, '$.a[0]')`],
  ['brackets in the SQL itself', `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
  ['lists in lists', `SELECT ${'['.repeat(5000)}1${']'.repeat(5000)}`],
])('is told that its query fails, not of a process that died: %s', async (_name, sql) => {
  const { status, body } = await query(quiet, sql, 20_000);
  expect([status, body.code]).toEqual([422, expect.stringMatching(/^query_(failed|refused|memory_limit)$/)]);
});
