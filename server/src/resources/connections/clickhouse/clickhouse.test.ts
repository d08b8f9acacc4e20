import { describe, expect, it } from 'vitest';
import { type Request, recordDatabase } from '../../../../test/recorded-database.ts';

const recorded = recordDatabase('clickhouse', (url) => ({ url, database: 'shop', user: 'reader', password: 'hidden' }));
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
    recorded.answering = ({ body }) => over(lines(['v'], ['String'], ['25.8.1.5101']))({ body } as Request);
    expect((await recorded.test()).body).toMatchObject({
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
    recorded.answering = over(lines(names, types.split(/,(?! )/), row));
    const { body } = await recorded.ask('select * from homes;');
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
    const { path, headers, body: sent } = recorded.server.requests.at(-1)!;
    expect(sent).toBe('select * from homes');
    expect(Object.fromEntries(new URL(path, recorded.server.url).searchParams)).toMatchObject({
      readonly: '1',
      database: 'shop',
    });
    expect(headers).toMatchObject({ 'x-clickhouse-user': 'reader', 'x-clickhouse-key': 'hidden' });
  });

  it('sends names and passwords of all letters as UTF-8, and says which it cannot send', async () => {
    recorded.answering = () => ({ body: '' });
    const parameters = { url: recorded.server.url, database: 'shop', user: 'łukasz', password: 'geheim ß' };
    await recorded.service.call('POST', recorded.at('/connections'), {
      name: 'letters',
      engine: 'clickhouse',
      parameters,
    });
    await recorded.service.call('POST', recorded.at('/connections/letters/test'));
    const { headers } = recorded.server.requests.at(-1)!;
    const sent = [headers['x-clickhouse-user'], headers['x-clickhouse-key']];
    expect(sent.map((text) => Buffer.from(String(text), 'latin1').toString())).toEqual(['łukasz', 'geheim ß']);
    const change = { parameters: { user: 'a\r\nx-more: 1' } };
    await recorded.service.call('PUT', recorded.at('/connections/letters'), change);
    const { body } = await recorded.service.call('POST', recorded.at('/connections/letters/test'));
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
    recorded.answering = (request) => (/system/.test(request.body) ? { body: catalog } : { status, body: text });
    const { status: got, body } = await recorded.ask('select city from homes');
    expect([got, body.code]).toEqual([answered, code]);
  });

  it.each([[[1, 2]], [[{ deep: [] }, null]]])('says that it does not understand a row such as %j', async (row) => {
    recorded.answering = over(lines(['a'], ['UInt8'], row));
    const { status, body } = await recorded.ask('select 1 as a');
    expect([status, body.code]).toEqual([502, 'connection_failed']);
    expect(body.detail).toMatch(/not understood/);
  });

  it('explains a failure after the first rows', async () => {
    recorded.answering = over(
      `${lines(['a'], ['UInt8'], [1])}Code: 395. DB::Exception: Value passed to throwIf. (version 25.8)\n`,
    );
    expect((await recorded.ask('select 1 as a')).body).toMatchObject({ code: 'query_failed', detail: /throwIf/ });
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
    recorded.answering = over(lines(['a'], ['UInt8'], [1]));
    await recorded.ask('select count() as n from homes');
    const before = recorded.server.requests.filter(({ body }) => !/system/.test(body)).length;
    expect((await recorded.ask(sql)).status).toBe(422);
    expect(recorded.server.requests.filter(({ body }) => !/system/.test(body))).toHaveLength(before);
  });
});
