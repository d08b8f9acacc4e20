import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { standstillOf } from '../../../test/standstill.ts';

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

describe('texts and answers that are too large', () => {
  async function limited(limits: object): Promise<string> {
    const name = await service.project();
    await service.call('PUT', `/projects/${name}`, { limits });
    return `/projects/${name}`;
  }

  const statement = (query: string, db: string) => ask({ query, context: { db } }, '/api/sql/query');

  it('a text that is too long is refused unread, with its figure, at every door', async () => {
    const sql = `select ${'/*a'.repeat(40_000)}`;
    const refused = { code: 'query_too_long', limit_name: 'sql_bytes', limit: 100_000 };
    expect(await ask({ sql })).toMatchObject({ status: 413, body: refused });
    const source = { name: 'long', target: 'a', from: { sql } };
    expect(await ask(source, `/projects/${project}/models`)).toMatchObject({ status: 413, body: refused });
    const answer = await statement(sql, project);
    expect(answer.body).toMatchObject({
      type: 'error',
      error_code: 413,
      error_message: expect.stringMatching(/longer than 100000 bytes/),
    });
    const short = await limited({ sql_bytes: 1000 });
    expect((await ask({ sql: `select '${'é'.repeat(500)}'` }, `${short}/query`)).body).toMatchObject({ limit: 1000 });
  });

  it.each(['/*', '(', 'select * from (', "'", '@', 'a.', '['])(
    'a text of nothing but %j holds nobody up',
    { retry: 2 },
    async (piece) => {
      const text = `select ${piece.repeat(Math.floor(99_000 / piece.length))}`;
      const held = await standstillOf(() => Promise.all([ask({ sql: text }), statement(text, project)]));
      expect(held).toBeLessThan(50);
    },
  );

  it('an answer ends at its bytes and names the limit', async () => {
    const path = await limited({ query_answer_bytes: 2000 });
    const { body } = await ask({ sql: "select i, repeat('x', 90) as t from range(1000) r(i)" }, `${path}/query`);
    expect(body).toMatchObject({ truncated: true, truncated_by: { limit_name: 'query_answer_bytes', limit: 2000 } });
    expect(body.rows).toHaveLength(body.row_count);
    expect(JSON.stringify(body.rows).length).toBeLessThan(2010);
    expect(body.row_count).toBeGreaterThan(10);
    const one = await ask({ sql: "select repeat('x', 3000) as t" }, `${path}/query`);
    expect([one.status, one.body]).toMatchObject([422, { limit_name: 'query_answer_bytes', limit: 2000 }]);
  });

  it('a page of rows ends at its bytes, and the next one goes on', async () => {
    const path = await limited({ query_answer_bytes: 2000 });
    const lines = Array.from({ length: 100 }, (_, index) => `${index},${'x'.repeat(90)}`);
    const csv = { 'content-type': 'text/csv' };
    await service.call('POST', `${path}/tables?name=long`, `n,t\n${lines.join('\n')}\n`, csv);
    const seen: number[] = [];
    for (let next: string | undefined = `${path}/tables/long/rows?limit=80`; next !== undefined; ) {
      const { body, headers } = await service.call('GET', next);
      seen.push(...body.map(({ n }: { n: number }) => n));
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1].replace(/^https?:\/\/[^/]+/, '');
    }
    expect(seen).toEqual(lines.map((_, index) => index));
  });

  it('a wide answer is passed on as it was written, and holds nobody up', async () => {
    const columns = Array.from({ length: 500 }, (_, index) => `i + ${index} as c${index}`);
    const body = JSON.stringify({ sql: `select ${columns.join(', ')} from range(4000) r(i)` });
    const chunks: Uint8Array[] = [];
    const ask = async () => {
      chunks.length = 0;
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${service.url}/projects/${project}/query`, { method: 'POST', body, headers });
      expect(response.status).toBe(200);
      for await (const chunk of response.body!) chunks.push(chunk);
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      expect(Number(response.headers.get('content-length'))).toBe(bytes);
      expect(bytes).toBeGreaterThan(20_000_000);
    };
    // The better of two: the garbage of other tests may be collected in one of them.
    const held = Math.min(await standstillOf(ask), await standstillOf(ask));
    const answer = Buffer.concat(chunks).toString();
    const parsing = await standstillOf(async () => JSON.stringify(JSON.parse(answer)));
    expect(held).toBeLessThan(parsing / 2);
  });
});
