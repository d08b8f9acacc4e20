import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import type { TestService } from '../../../../test/service.ts';
import { eventually } from '../../../../test/service-process.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { standstillOf } from '../../../../test/standstill.ts';

let service: TestService;
let server: LoopbackServer;
let project: string;
/** What the server answers to queries; undefined never answers. */
let page: Buffer | undefined;

const pageOf = (type: string, rows: number, row: unknown[]) =>
  Buffer.from(
    JSON.stringify({
      stats: {},
      columns: row.map((_, index) => ({ name: `c${index}`, type })),
      data: Array(rows).fill(row),
    }),
  );

beforeAll(async () => {
  server = await startLoopback(({ body, method }, response) => {
    response.setHeader('content-type', 'application/json');
    if (/START TRANSACTION/.test(body)) response.setHeader('x-trino-started-transaction-id', 'one');
    if (method === 'DELETE' || /TRANSACTION|ROLLBACK/.test(body)) response.end('{"stats":{}}');
    else if (/information_schema/.test(body)) response.end(catalog);
    else if (page) response.end(page);
    else response.end(JSON.stringify({ stats: {}, nextUri: `${server.url}/v1/statement/waits` }));
  });
  const catalog = pageOf('varchar', 1, ['default', 'homes', 'id', 'integer']);
  service = await shareTestService();
  project = await service.project();
  const parameters = { url: server.url, catalog: 'memory', schema: 'default', user: 'reader' };
  await service.call('POST', `/projects/${project}/connections`, { name: 'far', engine: 'trino', parameters });
});
afterAll(() => Promise.all([service.stop(), server.stop()]));

const sql = 'select * from homes';
const path = () => `/projects/${project}/query`;

it.each([
  ['long', 'bigint', 300_000, [1, 2, 3]],
  ['wide', 'bigint', 100, Array(5000).fill(1)],
  ['of moments in zones', 'timestamp(3) with time zone', 10_000, ['2024-01-31 12:00:00.500 Europe/Berlin']],
  ['of one cell', 'varchar', 1, ['a'.repeat(20_000_000)]],
  ['of JSON', 'json', 1, [`[${Array(2_000_000).fill('{}').join()}]`]],
])('a page that is %s holds up nobody', { retry: 3 }, async (_name, type, rows, row) => {
  page = pageOf(type, rows, row as unknown[]);
  expect(await passBy()).toBe(200); // starts the worker
  expect(await standstillOf(passBy)).toBeLessThan(50);
});

/** Reads an answer without looking at it, which would take this thread long, and returns its status. */
async function passBy(): Promise<number> {
  const body = JSON.stringify({ connection: 'far', sql, limit: 3 });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(service.url + path(), { method: 'POST', body, headers });
  for await (const _ of response.body!);
  return response.status;
}

it('a header that is too wide is refused', async () => {
  page = pageOf('bigint', 1, Array(10_001).fill(1));
  const { body } = await service.call('POST', path(), { connection: 'far', sql });
  expect(body).toMatchObject({ code: 'query_failed', detail: expect.stringContaining('10001 columns') });
});

it('who goes away ends the query in the database', async () => {
  page = undefined;
  const gone = new AbortController();
  const asking = fetch(service.url + path(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ connection: 'far', sql }),
    signal: gone.signal,
  }).catch(() => {});
  server.requests.splice(0);
  await eventually(async () => expect(server.requests.some(({ path }) => path.includes('waits'))).toBe(true));
  gone.abort();
  await asking;
  await eventually(async () => expect(server.requests.map(({ method }) => method)).toContain('DELETE'));
});
