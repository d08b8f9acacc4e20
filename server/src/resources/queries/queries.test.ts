import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await startTestService({ SIBYL_QUERY_TIMEOUT_MS: '20000', SIBYL_QUERY_MEMORY_BYTES: String(128 << 20) });
  project = await service.project();
  const content = 'rooms,price\n1,10\n2,30\n';
  await service.call('POST', `/projects/${project}/tables?name=homes`, content, { 'content-type': 'text/csv' });
});
afterAll(() => service.stop());

function ask(body: unknown, path = `/projects/${project}/query`) {
  return service.call('POST', path, body);
}

it('answers rows as objects, with columns and types', async () => {
  const { status, body } = await ask({ sql: 'SELECT rooms, price / 4 AS quarter FROM homes ORDER BY 1' });
  expect(status).toBe(200);
  expect(body).toEqual({
    columns: [
      { name: 'rooms', type: 'integer' },
      { name: 'quarter', type: 'number' },
    ],
    rows: [
      { rooms: 1, quarter: 2.5 },
      { rooms: 2, quarter: 7.5 },
    ],
    row_count: 2,
    truncated: false,
  });
});

it('loses no column where two have one name', async () => {
  expect((await ask({ sql: 'SELECT 1 AS a, 2 AS a' })).body.rows).toEqual([{ a: 1, a_2: 2 }]);
});

it('cuts at the limit and says so', async () => {
  expect((await ask({ sql: 'FROM homes', limit: 1 })).body).toMatchObject({ row_count: 1, truncated: true });
});

it.each([
  ['no SQL', {}, 400, 'invalid_input'],
  ['empty SQL', { sql: '' }, 400, 'invalid_input'],
  ['SQL that is a number', { sql: 1 }, 400, 'invalid_input'],
  ['a limit of 0', { sql: 'SELECT 1', limit: 0 }, 400, 'invalid_input'],
  ['a limit beyond the most', { sql: 'SELECT 1', limit: 10_001 }, 400, 'invalid_input'],
  ['a time beyond the most', { sql: 'SELECT 1', timeout_ms: 20_001 }, 400, 'invalid_input'],
  ['an unknown field', { sql: 'SELECT 1', colour: 'red' }, 400, 'invalid_input'],
  ['broken SQL', { sql: 'SELEC 1' }, 422, 'query_failed'],
  ['an unknown table', { sql: 'FROM elsewhere' }, 422, 'query_failed'],
  ['a file function', { sql: "FROM read_text('/etc/passwd')" }, 422, 'query_refused'],
  ['a write', { sql: "COPY homes TO '/tmp/x'" }, 422, 'query_refused'],
  ['two statements', { sql: 'SELECT 1; SELECT 2' }, 422, 'query_refused'],
  ['settings', { sql: "SELECT current_setting('allowed_paths')" }, 422, 'query_refused'],
  [
    'an endless query',
    { sql: 'SELECT count(*) FROM range(1000000) a, range(1000000) b', timeout_ms: 200 },
    422,
    'query_time_limit',
  ],
  ['too much memory', { sql: 'SELECT list(i) FROM range(1000000000) t(i)' }, 422, 'query_memory_limit'],
])('answers %s with its code', async (_name, request, status, code) => {
  const answer = await ask(request);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.text).not.toContain(service.directory);
});

it('reaches the tables of its own project alone', async () => {
  const other = await service.project();
  expect((await ask({ sql: 'FROM homes' }, `/projects/${other}/query`)).body.code).toBe('query_failed');
  expect((await ask({ sql: 'SELECT 1' }, '/projects/nowhere/query')).status).toBe(404);
});
