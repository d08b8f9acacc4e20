/**
 * ClickHouse, Snowflake and BigQuery, which cannot be run here: loopback servers answer what the documentation of each
 * wire protocol shows.
 */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../test/loopback.ts';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

type Request = LoopbackServer['requests'][number];
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

let service: TestService;
let project: string;
let server: LoopbackServer;
/** What the server answers now; undefined never answers. */
let answering: (request: Request) => Answer | undefined;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

beforeAll(async () => {
  server = await startLoopback((request, response) => {
    const answer = answering(request);
    if (answer === undefined) return;
    const { status = 200, headers = {}, body } = answer;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  service = await shareTestService();
  project = await service.project();
  const parameters: Record<string, object> = {
    clickhouse: { url: server.url, database: 'shop', user: 'reader', password: 'hidden' },
    snowflake: {
      ...{
        account: 'myorg-acc.eu',
        url: server.url,
        database: 'SHOP',
        schema: 'PUBLIC',
        warehouse: 'W',
        role: 'READER',
      },
      ...{ user: 'reader', private_key: pem },
    },
    bigquery: {
      ...{ project: 'my-project', dataset: 'shop', url: server.url, location: 'EU' },
      credentials: JSON.stringify({ client_email: 'a@b', private_key: pem, token_uri: `${server.url}/token` }),
    },
  };
  for (const [engine, given] of Object.entries(parameters))
    await service.call('POST', at('/connections'), { name: engine, engine, parameters: given });
});
afterAll(() => Promise.all([service.stop(), server.stop()]));
beforeEach(() => server.requests.splice(0));

const at = (path: string) => `/projects/${project}${path}`;
const ask = (connection: string, sql: string, more: object = {}) =>
  service.call('POST', at('/query'), { connection, sql, ...more });
const test = (engine: string) => service.call('POST', at(`/connections/${engine}/test`));
const lines = (...rows: unknown[][]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('ClickHouse', () => {
  const catalog = lines(
    ['database', 'table', 'comment', 'total_rows', 'name', 'type', 'comment'],
    ['String', 'String', 'String', 'Nullable(UInt64)', 'String', 'String', 'String'],
    ['shop', 'homes', 'on the market', '3', 'rooms', 'UInt8', ''],
    ['shop', 'homes', 'on the market', '3', 'city', 'LowCardinality(Nullable(String))', ''],
  );
  const over =
    (rows: string) =>
    ({ body }: Request) => ({ body: /system\.columns/.test(body) ? catalog : rows });

  it('is tested: version and tables', async () => {
    answering = ({ body }) => over(lines(['v'], ['String'], ['25.8.1.5101']))({ body } as Request);
    expect((await test('clickhouse')).body).toMatchObject({
      server_version: 'ClickHouse 25.8.1.5101',
      tables: ['homes'],
    });
  });

  it('sends one read-only statement and reads all kinds of cells', async () => {
    const names = ['id', 'big', 'amount', 'ratio', 'nan', 'paid', 'day', 'at', 'list', 'note'];
    const types = 'UInt64,Int128,Decimal(30, 4),Float64,Float64,Bool,Date,DateTime64(3),Array(UInt8),Nullable(String)';
    const cells = [
      '9007199254740993',
      '-170141183460469231731687303715884105728',
      '12345678901234567890.1234',
      0.5,
      'nan',
    ];
    const row = [...cells, true, '2024-01-31', '2024-01-31T10:00:00.500Z', [1, 2], null];
    answering = over(lines(names, types.split(/,(?! )/), row));
    const { body } = await ask('clickhouse', 'select * from homes;');
    expect(body.rows).toEqual([
      {
        ...{
          id: '9007199254740993',
          big: '-170141183460469231731687303715884105728',
          amount: '12345678901234567890.1234',
        },
        ...{
          ratio: 0.5,
          nan: 'nan',
          paid: true,
          day: '2024-01-31',
          at: '2024-01-31T10:00:00.5Z',
          list: [1, 2],
          note: null,
        },
      },
    ]);
    const { path, headers, body: sent } = server.requests.at(-1)!;
    expect(sent).toBe('select * from homes');
    expect(Object.fromEntries(new URL(path, server.url).searchParams)).toMatchObject({
      readonly: '1',
      database: 'shop',
    });
    expect(headers).toMatchObject({ 'x-clickhouse-user': 'reader', 'x-clickhouse-key': 'hidden' });
  });

  it('sends names and passwords of all letters as UTF-8, and says which it cannot send', async () => {
    answering = () => ({ body: '' });
    const parameters = { url: server.url, database: 'shop', user: 'łukasz', password: 'geheim ß' };
    await service.call('POST', at('/connections'), { name: 'letters', engine: 'clickhouse', parameters });
    await service.call('POST', at('/connections/letters/test'));
    const { headers } = server.requests.at(-1)!;
    const sent = [headers['x-clickhouse-user'], headers['x-clickhouse-key']];
    expect(sent.map((text) => Buffer.from(String(text), 'latin1').toString())).toEqual(['łukasz', 'geheim ß']);
    const change = { parameters: { user: 'a\r\nx-more: 1' } };
    await service.call('PUT', at('/connections/letters'), change);
    const { body } = await service.call('POST', at('/connections/letters/test'));
    expect(body.last_error).toMatch(/line break or a character/);
  });

  it.each([
    [
      'Code: 47. DB::Exception: Unknown identifier `colour`. (UNKNOWN_IDENTIFIER) (version 25.8)',
      404,
      422,
      'query_failed',
    ],
    ['Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED) (version 25.8)', 500, 422, 'query_time_limit'],
    ['Code: 241. DB::Exception: Memory limit exceeded. (version 25.8)', 500, 422, 'query_memory_limit'],
    ['Code: 516. DB::Exception: reader: Authentication failed. (version 25.8)', 403, 502, 'connection_failed'],
    ['<html>a proxy</html>', 200, 502, 'connection_failed'],
  ])('explains %s', async (text, status, answered, code) => {
    answering = (request) => (/system/.test(request.body) ? { body: catalog } : { status, body: text });
    const { status: got, body } = await ask('clickhouse', 'select city from homes');
    expect([got, body.code]).toEqual([answered, code]);
  });

  it.each([[[1, 2]], [[{ deep: [] }, null]]])('says that it does not understand a row such as %j', async (row) => {
    answering = over(lines(['a'], ['UInt8'], row));
    const { status, body } = await ask('clickhouse', 'select 1 as a');
    expect([status, body.code]).toEqual([502, 'connection_failed']);
    expect(body.detail).toMatch(/not understood/);
  });

  it('explains a failure after the first rows', async () => {
    answering = over(
      `${lines(['a'], ['UInt8'], [1])}Code: 395. DB::Exception: Value passed to throwIf. (version 25.8)\n`,
    );
    expect((await ask('clickhouse', 'select 1 as a')).body).toMatchObject({ code: 'query_failed', detail: /throwIf/ });
  });

  it.each([
    'select * from vault',
    'select * from system.users',
    "select * from url('http://x', CSV, 'a Int8')",
    "select * from file('/etc/passwd')",
    "select * from remote('x', 'y', 'z')",
    "select * from s3('x')",
    "select dictGet('d', 'a', 1)",
    'select 1 in vault',
    'select 1 in (vault)',
    'select * from homes array join vault',
    'select (from vault select pin)',
    'select 1 settings readonly = 0',
    'select 1 format CSV',
    "select 1 into outfile '/tmp/x'",
    'select sleep(3)',
    'select {a:Int8}',
    'select 1 union all select pin from vault',
    'insert into homes values (1)',
    'select 1; drop table homes',
  ])('sends nothing of %s', async (sql) => {
    answering = over(lines(['a'], ['UInt8'], [1]));
    await ask('clickhouse', 'select count() as n from homes');
    const before = server.requests.filter(({ body }) => !/system/.test(body)).length;
    expect((await ask('clickhouse', sql)).status).toBe(422);
    expect(server.requests.filter(({ body }) => !/system/.test(body))).toHaveLength(before);
  });
});

describe('Snowflake', () => {
  const column = (name: string, type: string, scale: number | null = null) => ({ name, type, scale });
  const set = (rowType: object[], data: unknown[][], partitions = 1) => ({
    resultSetMetaData: { numRows: data.length, format: 'jsonv2', rowType, partitionInfo: Array(partitions).fill({}) },
    data,
    code: '090001',
    statementHandle: 'handle-1',
    message: 'Statement executed successfully.',
  });
  const text = (name: string) => column(name, 'text');
  const catalog = set(
    [
      text('S'),
      text('T'),
      text('C'),
      column('R', 'fixed', 0),
      text('N'),
      text('D'),
      column('SC', 'fixed', 0),
      text('CC'),
    ],
    [
      ['PUBLIC', 'HOMES', 'on the market', '3', 'ROOMS', 'NUMBER', '0', null],
      ['PUBLIC', 'HOMES', 'on the market', '3', 'CITY', 'TEXT', null, null],
    ],
  );
  const over = (answer: (request: Request) => Answer | undefined) => (request: Request) =>
    /information_schema/.test(request.body) ? { body: catalog } : answer(request);

  it('is tested, by a signed token of its key', async () => {
    answering = over(() => ({ body: set([text('V')], [['9.1.0']]) }));
    expect((await test('snowflake')).body).toMatchObject({ server_version: 'Snowflake 9.1.0', tables: ['HOMES'] });
    const { headers, path, body } = server.requests.at(-1)!;
    expect(headers['x-snowflake-authorization-token-type']).toBe('KEYPAIR_JWT');
    const [, claims] = String(headers.authorization).replace('Bearer ', '').split('.');
    const { iss, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect([sub, iss]).toEqual(['MYORG-ACC.READER', expect.stringMatching(/^MYORG-ACC\.READER\.SHA256:.{44}$/)]);
    expect(path).toMatch(/^\/api\/v2\/statements\?requestId=/);
    expect(JSON.parse(body)).toMatchObject({
      warehouse: 'W',
      role: 'READER',
      parameters: { MULTI_STATEMENT_COUNT: '1' },
    });
  });

  it('polls, fetches partitions and reads all kinds of cells', async () => {
    const types = [
      ...[column('ID', 'fixed', 0), column('AMOUNT', 'fixed', 4), column('RATIO', 'real'), column('PAID', 'boolean')],
      ...[
        column('DAY', 'date'),
        column('AT', 'timestamp_tz'),
        column('OLD', 'timestamp_ntz'),
        column('PHOTO', 'binary'),
      ],
      ...[column('NOTE', 'variant'), text('CITY')],
    ];
    const row = ['9007199254740993', '12345678901234567890.1234', '0.5', 'true', '19753', '1706695200.500000000 1560'];
    const rest = ['-0.500000000', '00FF10', '{"a": [1]}', null];
    let polls = 0;
    answering = over(({ method, path }) => {
      if (method === 'POST')
        return { status: 202, body: { code: '333334', statementHandle: 'handle-1', message: 'later' } };
      if (path.endsWith('?partition=1')) return { body: { data: [row.concat(rest as string[])] } };
      polls += 1;
      if (polls < 2) return { status: 202, body: { code: '333334', statementHandle: 'handle-1' } };
      return { body: set(types, [[...row, ...rest]], 2) };
    });
    const { body } = await ask('snowflake', 'select * from homes');
    expect(body.row_count).toBe(2);
    expect(body.rows[1]).toEqual({
      ...{ ID: '9007199254740993', AMOUNT: '12345678901234567890.1234', RATIO: 0.5, PAID: true, DAY: '2024-01-31' },
      ...{
        AT: '2024-01-31T10:00:00.5Z',
        OLD: '1969-12-31T23:59:59.5Z',
        PHOTO: '\\x00ff10',
        NOTE: { a: [1] },
        CITY: null,
      },
    });
  });

  it('cancels a statement whose caller runs out of time', async () => {
    answering = over(({ method, path }) => {
      if (path.endsWith('/cancel')) return { body: { code: '000604' } };
      return { status: 202, body: { statementHandle: 'handle-2', code: '333334', method } };
    });
    expect((await ask('snowflake', 'select 1 as a', { timeout_ms: 700 })).body.code).toBe('query_time_limit');
    await expect
      .poll(() => server.requests.some(({ path }) => path === '/api/v2/statements/handle-2/cancel'))
      .toBe(true);
  });

  it.each([
    [422, { code: '002003', message: "Object 'X' does not exist" }, 422, 'query_failed'],
    [422, { code: '003001', message: 'Insufficient privileges' }, 422, 'query_refused'],
    [408, { code: '000630', message: 'Statement reached its timeout' }, 422, 'query_time_limit'],
    [401, { code: '390144', message: 'JWT token is invalid.' }, 502, 'connection_failed'],
  ])('explains %i %o', async (status, body, answered, code) => {
    answering = over(() => ({ status, body }));
    const answer = await ask('snowflake', 'select 1 as a');
    expect([answer.status, answer.body.code]).toEqual([answered, code]);
    if (code === 'connection_failed') expect(answer.body.detail).toMatch(/JWT token is invalid.*`parameters/);
  });

  it.each([
    'select * from vault',
    'select * from "homes"',
    'select * from @stage',
    "select * from table(result_scan('x'))",
    "select * from identifier('vault')",
    'select system$wait(10)',
    'select seq.nextval',
    'select $$a$$',
    'select * from homes at(offset => -60)',
    'with vault as (select 1 as a) select * from "vault"',
    'call wipe()',
    'select 1; select 2',
  ])('sends nothing of %s', async (sql) => {
    answering = over(() => ({ body: set([text('A')], [['1']]) }));
    await ask('snowflake', 'select rooms from HOMES, public.homes as h');
    const before = server.requests.filter(({ body }) => !/information_schema/.test(body)).length;
    expect((await ask('snowflake', sql)).status).toBe(422);
    expect(server.requests.filter(({ body }) => !/information_schema/.test(body))).toHaveLength(before);
  });
});

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
    answering = over(() => ({ body: done([field('f0_', 'INTEGER')], [rowOf('1')]) }));
    expect((await test('bigquery')).body).toMatchObject({
      status: 'ok',
      server_version: 'BigQuery',
      tables: ['homes'],
    });
    const assertion = new URLSearchParams(server.requests.find(({ path }) => path === '/token')!.body).get(
      'assertion',
    )!;
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({
      iss: 'a@b',
      aud: `${server.url}/token`,
      scope: expect.stringMatching(/auth\/bigquery$/),
    });
    expect(server.requests.at(-1)!.headers.authorization).toBe('Bearer granted');
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
    answering = over(({ path }) =>
      path.includes('/queries/job_1')
        ? { body: done(fields, [rowOf(...cells, ...rest)]) }
        : { body: done(fields, [rowOf(...cells, ...rest)], { pageToken: 'next' }) },
    );
    const { body } = await ask('bigquery', 'select * from `homes`');
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
    const sent = JSON.parse(server.requests.find(({ path }) => path.endsWith('/queries'))!.body);
    expect(sent).toMatchObject({ useLegacySql: false, defaultDataset: { datasetId: 'shop' }, location: 'EU' });
    expect(server.requests.at(-1)!.path).toMatch(/pageToken=next/);
  });

  it('runs nothing that BigQuery itself calls no SELECT', async () => {
    answering = over(() => ({ body: done([], []) }), 'SCRIPT');
    expect((await ask('bigquery', 'select 1 as a')).body.code).toBe('query_refused');
    const ran = server.requests.filter(({ path }) => path.endsWith('/queries'));
    expect(ran.filter(({ body }) => body.includes('select 1 as a'))).toEqual([]);
  });

  it('cancels a job whose caller runs out of time', async () => {
    const waiting = { jobComplete: false, jobReference: { projectId: 'my-project', jobId: 'job_2', location: 'EU' } };
    answering = (request) =>
      request.path.includes('/queries/job_2') ? undefined : over(() => ({ body: waiting }))(request);
    expect((await ask('bigquery', 'select 1 as a', { timeout_ms: 700 })).body.code).toBe('query_time_limit');
    await expect.poll(() => server.requests.some(({ path }) => path.includes('/jobs/job_2/cancel'))).toBe(true);
  });

  it.each([
    [400, 'invalidQuery', 'Unrecognized name: colour at [1:8]', 422, 'query_failed'],
    [403, 'accessDenied', 'Access Denied: Table', 422, 'query_refused'],
    [400, 'bytesBilledLimitExceeded', 'Query exceeded limit for bytes billed', 422, 'query_memory_limit'],
    [404, 'notFound', 'Not found: Dataset my-project:gone', 502, 'connection_failed'],
    [401, 'authError', 'Invalid Credentials', 502, 'connection_failed'],
  ])('explains %i %s', async (status, reason, message, answered, code) => {
    answering = over(() => ({ status, body: { error: { code: status, message, errors: [{ reason }] } } }));
    const answer = await ask('bigquery', 'select 1 as a');
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
    answering = over(() => ({ body: done([field('a', 'INTEGER')], [rowOf('1')]) }));
    expect((await ask('bigquery', 'select "x" as a from homes, `shop.homes` h, shop.homes')).status).toBe(200);
    const before = server.requests.filter(({ body }) => !/INFORMATION_SCHEMA/.test(body)).length;
    expect((await ask('bigquery', sql)).status).toBe(422);
    const after = server.requests.filter(({ body }) => !/INFORMATION_SCHEMA\.COLUMNS\\n/.test(body));
    expect(after.filter(({ body }) => /vault|other|external|predict|declare/.test(body))).toEqual([]);
    expect(before).toBeGreaterThan(0);
  });
});
