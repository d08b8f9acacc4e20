import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

const line = (index: number) =>
  `${index % 5},${['Oslo', 'Bergen', 'Hamar'][index % 3]},${1000 + 300 * (index % 5) + 50 * (index % 3) + (index % 7)}`;
const table = `rooms,city,price\n${Array.from({ length: 60 }, (_, index) => line(index)).join('\n')}\n`;
const csv = { 'content-type': 'text/csv' };

describeLongOnPostgres('batches of predictions', (suite) => {
  let service: TestService;
  let project: string;
  let batches: string;

  beforeAll(async () => {
    service = await startTestService({}, suite.settings);
    project = `/projects/${await service.project()}`;
    batches = `${project}/models/rent/predictions`;
    await service.call('POST', `${project}/tables?name=homes`, table, csv);
    const model = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, model);
    await service.until(`${project}/models/rent`, ({ body }) => body.status === 'complete');
  });
  afterAll(() => service.stop());

  async function ended(body: object) {
    const made = await service.call('POST', batches, body);
    expect(made.status, made.text).toBe(202);
    expect(made.body).toMatchObject({ status: 'queued', rows: null, download: null });
    return service.until(`${batches}/${made.body.id}`, (one) => /complete|failed/.test(one.body.status));
  }

  it('answer a table as the same rows in a request are answered, in every format', async () => {
    const { body: batch } = await ended({ from: { table: 'homes' }, params: { quantile: 0.8 } });
    expect(batch).toMatchObject({ status: 'complete', rows: 60, progress: null, error: null, version: 1 });
    const asFile = await service.call('POST', `${project}/models/rent/predict?quantile=0.8`, table, csv);
    const download = await service.call('GET', `${batch.download}?format=csv`);
    expect(download.text).toBe(asFile.text);
    const rows = (await service.call('GET', batch.download, undefined, { accept: 'application/json' })).body;
    expect(rows).toHaveLength(60);
    expect(rows[0]).toMatchObject({
      rooms: 0,
      city: 'Oslo',
      price: 1000,
      price_predicted: expect.any(Number),
      price_remarks: null,
    });
    const parquet = await fetch(`${service.url}${batch.download}`);
    expect(parquet.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(
      Buffer.from(await parquet.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
  });

  it('become a table, whose rows SQL reads, and take the place of one only when told to', {
    tags: 'long',
  }, async () => {
    const from = { sql: "select rooms, '007' as city, rooms as id from homes where rooms > 2" };
    const params = { unknown_columns: 'ignore' };
    const { body } = await ended({ from, into: { table: 'rents' }, params });
    expect([body.status, body.rows]).toEqual(['complete', 24]);
    const sql = 'select count(*) as n, min(price_remarks) as remark, min(city) as city from rents where price > 1000';
    const { rows } = (await service.call('POST', `${project}/query`, { sql })).body;
    expect(rows).toEqual([{ n: 24, city: '007', remark: 'not seen in training: city "007"' }]);
    const taken = await service.call('POST', batches, { from, into: { table: 'rents' }, params });
    expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
    const again = await ended({ from: { table: 'homes' }, into: { table: 'rents', replace: true } });
    expect(again.body.status).toBe('complete');
    expect((await service.call('GET', `${project}/tables/rents`)).body.row_count).toBe(60);
  });

  it.each([
    [
      'a column that is probably misspelled',
      { from: { sql: 'select rooms, city as Citty from homes' } },
      400,
      /did you mean city\?/,
    ],
    ['a table that is not there', { from: { table: 'none' } }, 404, /none/],
    ['a parameter of other models', { from: { table: 'homes' }, params: { threshold: 0.5 } }, 400, /two classes/],
    ['SQL that is none', { from: { sql: 'selekt' } }, 422, /selekt/],
    ['rows in the body', { from: { rows: [{}] } }, 400, /from/],
  ])('refuse %s at once', async (_name, body, status, detail) => {
    const answer = await service.call('POST', batches, body);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('answer a table of two thousand columns of words', { tags: 'long' }, async () => {
    const extra = Array.from({ length: 1990 }, (_, index) => `c${index}`);
    const lines = [0, 1, 2].map((row) => `${row},Oslo,${extra.map((name) => `${name} ${row}`).join(',')}`);
    const wide = `rooms,city,${extra.join(',')}\n${lines.join('\n')}\n`;
    await service.call('POST', `${project}/tables?name=wide`, wide, csv);
    const { body: batch } = await ended({ from: { table: 'wide' }, params: { unknown_columns: 'ignore' } });
    expect(batch).toMatchObject({ status: 'complete', rows: 3, error: null });
    const download = await service.call('GET', `${batch.download}?format=csv`);
    expect(download.text.split('\n')[2].startsWith(lines[1]), download.text.slice(0, 300)).toBe(true);
  });

  it('fail with the row that cannot be read, and are told of as events', async () => {
    const from = { sql: "select 'many' as rooms, city from homes" };
    const { body } = await ended({ from });
    expect([body.status, body.error]).toEqual(['failed', 'Row 1: rooms must be a number, got "many".']);
    const refused = await service.call('GET', `${batches}/${body.id}/download`);
    expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state']);
    const events = (await service.call('GET', `${project}/events?type=sibyl.prediction.*`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toContain('sibyl.prediction.failed');
  });

  it('are cancelled and deleted with their files, one by one and with their model', async () => {
    const from = { sql: 'select a.rooms, b.city from homes a, homes b, homes c, homes d' };
    const long = (await service.call('POST', batches, { from })).body;
    await service.until(`${batches}/${long.id}`, (one) => one.body.status === 'running');
    expect((await service.call('DELETE', `${batches}/${long.id}`)).status).toBe(204);
    const gone = await service.call('GET', `${batches}/${long.id}`);
    expect([gone.status, gone.body.code]).toEqual([404, 'prediction_not_found']);
    expect((await service.call('DELETE', `${project}/models/rent?permanently=true`)).status).toBe(204);
    const left = await suite.database.selectFrom('predictions').selectAll().execute();
    expect(left).toEqual([]);
  });

  it('are made by editors, read by viewers, and out of reach of predictors and strangers', async () => {
    const keys: Record<string, Record<string, string>> = {};
    const elsewhere = await service.project();
    const admin = {
      authorization: `Bearer ${(await service.call('POST', '/api/keys', { name: 'a', role: 'admin' })).body.secret}`,
    };
    for (const role of ['editor', 'viewer', 'predictor']) {
      const made = await service.call('POST', '/api/keys', { name: role, role }, admin);
      keys[role] = { authorization: `Bearer ${made.body.secret}` };
    }
    const stranger = await service.call(
      'POST',
      '/api/keys',
      { name: 's', role: 'editor', projects: [elsewhere] },
      admin,
    );
    keys.stranger = { authorization: `Bearer ${stranger.body.secret}` };
    const asked = async (method: string, role: string) =>
      (await service.call(method, batches, method === 'POST' ? { from: { table: 'homes' } } : undefined, keys[role]))
        .status;
    // The model is deleted, so callers with permission get 404.
    expect(await Promise.all(['editor', 'viewer', 'predictor', 'stranger'].map((role) => asked('POST', role)))).toEqual(
      [404, 403, 403, 404],
    );
    expect(await Promise.all(['editor', 'viewer', 'predictor', 'stranger'].map((role) => asked('GET', role)))).toEqual([
      404, 404, 403, 404,
    ]);
  });
});
