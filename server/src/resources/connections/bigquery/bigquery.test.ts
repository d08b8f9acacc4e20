import { describe, expect, it } from 'vitest';
import { type Answer, makeKey, type Request, recordDatabase } from '../../../../test/recorded-database.ts';

const pem = makeKey();
const recorded = recordDatabase('bigquery', (url) => ({
  ...{ project: 'my-project', dataset: 'shop', url, location: 'EU' },
  credentials: JSON.stringify({ client_email: 'a@b', private_key: pem, token_uri: `${url}/token` }),
}));

describe('BigQuery', () => {
  const field = (name: string, type: string, more: object = {}) => ({ name, type, mode: 'NULLABLE', ...more });
  const rowOf = (...values: unknown[]) => ({ f: values.map((v) => ({ v })) });
  const done = (fields: object[], rows: object[], more: object = {}) => ({
    ...{ jobComplete: true, jobReference: { projectId: 'my-project', jobId: 'job_1', location: 'EU' } },
    ...{ schema: { fields }, rows, totalRows: String(rows.length), ...more },
  });
  const columns = ['table_schema', 'table_name', 'column_name', 'data_type'].map((name) => field(name, 'STRING'));
  const catalog = done(columns, [rowOf('shop', 'homes', 'rooms', 'INT64'), rowOf('shop', 'homes', 'city', 'STRING')]);
  const over =
    (answer: (request: Request) => Answer, statementType = 'SELECT') =>
    (request: Request) => {
      if (request.path === '/token')
        return { body: { access_token: 'granted', expires_in: 3600, token_type: 'Bearer' } };
      if (request.path.endsWith('/jobs')) return { body: { statistics: { query: { statementType } } } };
      return /INFORMATION_SCHEMA/.test(request.body) ? { body: catalog } : answer(request);
    };

  it('is tested, by a token for its key', async () => {
    recorded.answering = over(() => ({ body: done([field('f0_', 'INTEGER')], [rowOf('1')]) }));
    expect((await recorded.test()).body).toMatchObject({
      status: 'ok',
      server_version: 'BigQuery',
      tables: ['homes'],
    });
    const assertion = new URLSearchParams(recorded.server.requests.find(({ path }) => path === '/token')!.body).get(
      'assertion',
    )!;
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({
      iss: 'a@b',
      aud: `${recorded.server.url}/token`,
      scope: expect.stringMatching(/auth\/bigquery$/),
    });
    expect(recorded.server.requests.at(-1)!.headers.authorization).toBe('Bearer granted');
  });

  it('fetches pages and reads all kinds of cells', async () => {
    const fields = [
      ...[field('id', 'INTEGER'), field('amount', 'NUMERIC'), field('ratio', 'FLOAT'), field('paid', 'BOOLEAN')],
      ...[field('day', 'DATE'), field('at', 'TIMESTAMP'), field('wall', 'DATETIME'), field('photo', 'BYTES')],
      ...[field('list', 'INTEGER', { mode: 'REPEATED' }), field('r', 'RECORD', { fields: [field('a', 'STRING')] })],
      ...[field('note', 'STRING')],
    ];
    const cells = ['9007199254740993', '12345678901234567890.1234', '0.5', 'true', '2024-01-31', '1706695200500000'];
    const rest = ['2024-01-31T10:00:00', 'AP8Q', [{ v: '1' }, { v: '2' }], { f: [{ v: 'x' }] }, null];
    recorded.answering = over(({ path }) =>
      path.includes('/queries/job_1')
        ? { body: done(fields, [rowOf(...cells, ...rest)]) }
        : { body: done(fields, [rowOf(...cells, ...rest)], { pageToken: 'next' }) },
    );
    const { body } = await recorded.ask('select * from `homes`');
    expect(body.row_count).toBe(2);
    expect(body.rows[1]).toEqual({
      ...{ id: '9007199254740993', amount: '12345678901234567890.1234', ratio: 0.5, paid: true, day: '2024-01-31' },
      ...{
        at: '2024-01-31T10:00:00.5Z',
        wall: '2024-01-31T10:00:00Z',
        photo: '\\x00ff10',
        list: [1, 2],
        r: { a: 'x' },
      },
      note: null,
    });
    const sent = JSON.parse(recorded.server.requests.find(({ path }) => path.endsWith('/queries'))!.body);
    expect(sent).toMatchObject({ useLegacySql: false, defaultDataset: { datasetId: 'shop' }, location: 'EU' });
    expect(recorded.server.requests.at(-1)!.path).toMatch(/pageToken=next/);
  });

  it('runs nothing that BigQuery itself calls no SELECT', async () => {
    recorded.answering = over(() => ({ body: done([], []) }), 'SCRIPT');
    expect((await recorded.ask('select 1 as a')).body.code).toBe('query_refused');
    const ran = recorded.server.requests.filter(({ path }) => path.endsWith('/queries'));
    expect(ran.filter(({ body }) => body.includes('select 1 as a'))).toEqual([]);
  });

  it('cancels a job whose caller runs out of time', async () => {
    const waiting = { jobComplete: false, jobReference: { projectId: 'my-project', jobId: 'job_2', location: 'EU' } };
    recorded.answering = (request) =>
      request.path.includes('/queries/job_2') ? undefined : over(() => ({ body: waiting }))(request);
    expect((await recorded.ask('select 1 as a', { timeout_ms: 700 })).body.code).toBe('query_time_limit');
    await expect
      .poll(() => recorded.server.requests.some(({ path }) => path.includes('/jobs/job_2/cancel')))
      .toBe(true);
  });

  it.each([
    [400, 'invalidQuery', 'Unrecognized name: colour at [1:8]', 422, 'query_failed'],
    [403, 'accessDenied', 'Access Denied: Table', 422, 'query_refused'],
    [400, 'bytesBilledLimitExceeded', 'Query exceeded limit for bytes billed', 422, 'query_memory_limit'],
    [404, 'notFound', 'Not found: Dataset my-project:gone', 502, 'connection_failed'],
    [401, 'authError', 'Invalid Credentials', 502, 'connection_failed'],
  ])('explains %i %s', async (status, reason, message, answered, code) => {
    recorded.answering = over(() => ({ status, body: { error: { code: status, message, errors: [{ reason }] } } }));
    const answer = await recorded.ask('select 1 as a');
    expect([answer.status, answer.body.code]).toEqual([answered, code]);
  });

  it.each([
    'select * from vault',
    'select * from `other-project.shop.homes`',
    'select * from `shop.INFORMATION_SCHEMA.COLUMNS`',
    'select * from shop.`homes*`',
    "select * from external_query('c', 'select 1')",
    'select * from ml.predict(model m, table homes)',
    'select session_user()',
    "select net.host('x')",
    'select """a""" from vault',
    'select @a',
    'select 1; select 2',
    'declare x int64; select x',
  ])('sends nothing of %s', async (sql) => {
    recorded.answering = over(() => ({ body: done([field('a', 'INTEGER')], [rowOf('1')]) }));
    expect((await recorded.ask('select "x" as a from homes, `shop.homes` h, shop.homes')).status).toBe(200);
    const before = recorded.server.requests.filter(({ body }) => !/INFORMATION_SCHEMA/.test(body)).length;
    expect((await recorded.ask(sql)).status).toBe(422);
    const after = recorded.server.requests.filter(({ body }) => !/INFORMATION_SCHEMA\.COLUMNS\\n/.test(body));
    expect(after.filter(({ body }) => /vault|other|external|predict|declare/.test(body))).toEqual([]);
    expect(before).toBeGreaterThan(0);
  });
});
