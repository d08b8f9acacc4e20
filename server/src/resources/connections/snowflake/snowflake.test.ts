import { describe, expect, it } from 'vitest';
import { type Answer, makeKey, type Request, recordDatabase } from '../../../../test/recorded-database.ts';

const pem = makeKey();
const recorded = recordDatabase('snowflake', (url) => ({
  ...{ account: 'myorg-acc.eu', url, database: 'SHOP', schema: 'PUBLIC', warehouse: 'W', role: 'READER' },
  ...{ user: 'reader', private_key: pem },
}));

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
    recorded.answering = over(() => ({ body: set([text('V')], [['9.1.0']]) }));
    expect((await recorded.test()).body).toMatchObject({ server_version: 'Snowflake 9.1.0', tables: ['HOMES'] });
    const { headers, path, body } = recorded.server.requests.at(-1)!;
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
    recorded.answering = over(({ method, path }) => {
      if (method === 'POST')
        return { status: 202, body: { code: '333334', statementHandle: 'handle-1', message: 'later' } };
      if (path.endsWith('?partition=1')) return { body: { data: [row.concat(rest as string[])] } };
      polls += 1;
      if (polls < 2) return { status: 202, body: { code: '333334', statementHandle: 'handle-1' } };
      return { body: set(types, [[...row, ...rest]], 2) };
    });
    const { body } = await recorded.ask('select * from homes');
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
    recorded.answering = over(({ method, path }) => {
      if (path.endsWith('/cancel')) return { body: { code: '000604' } };
      return { status: 202, body: { statementHandle: 'handle-2', code: '333334', method } };
    });
    expect((await recorded.ask('select 1 as a', { timeout_ms: 700 })).body.code).toBe('query_time_limit');
    await expect
      .poll(() => recorded.server.requests.some(({ path }) => path === '/api/v2/statements/handle-2/cancel'))
      .toBe(true);
  });

  it.each([
    [422, { code: '002003', message: "Object 'X' does not exist" }, 422, 'query_failed'],
    [422, { code: '003001', message: 'Insufficient privileges' }, 422, 'query_refused'],
    [408, { code: '000630', message: 'Statement reached its timeout' }, 422, 'query_time_limit'],
    [401, { code: '390144', message: 'JWT token is invalid.' }, 502, 'connection_failed'],
  ])('explains %i %o', async (status, body, answered, code) => {
    recorded.answering = over(() => ({ status, body }));
    const answer = await recorded.ask('select 1 as a');
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
    recorded.answering = over(() => ({ body: set([text('A')], [['1']]) }));
    await recorded.ask('select rooms from HOMES, public.homes as h');
    const before = recorded.server.requests.filter(({ body }) => !/information_schema/.test(body)).length;
    expect((await recorded.ask(sql)).status).toBe(422);
    expect(recorded.server.requests.filter(({ body }) => !/information_schema/.test(body))).toHaveLength(before);
  });
});
