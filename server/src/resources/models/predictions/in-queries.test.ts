import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { findPredictCalls } from './find-calls.ts';

const rows = Array.from({ length: 60 }, (_, index) => `${index % 5},${1000 + 300 * (index % 5) + (index % 7)}`);

it('finds calls of predict, and none in texts, names and comments', () => {
  const call = `predict('it''s', (select ')' as "(" /* ) */ from t -- )\n where (a = 1)))`;
  const sql = `select 'predict(1)', "predict(", unpredict(1) /* predict(2) */ from ${call} p`;
  expect(findPredictCalls(sql)).toEqual([
    {
      start: sql.indexOf(call),
      end: sql.indexOf(call) + call.length,
      model: "it's",
      query: expect.stringContaining('where'),
    },
  ]);
});

describe('predictions within queries', () => {
  let service: TestService;
  let project: string;

  beforeAll(async () => {
    service = await startTestService();
    project = `/projects/${await service.project()}`;
    const csv = { 'content-type': 'text/csv' };
    await service.call('POST', `${project}/tables?name=homes`, `rooms,price\n${rows.join('\n')}\n`, csv);
    const model = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, model);
    await service.until(`${project}/models/rent`, ({ body }) => body.status === 'complete');
  });
  afterAll(() => service.stop());

  const query = (sql: string, headers = {}) => service.call('POST', `${project}/query`, { sql }, headers);

  it('are a table like any other, with the rows as they were asked and what is predicted of them', async () => {
    const direct = await service.call('POST', `${project}/models/rent/predict`, [{ rooms: 4 }]);
    const sql = `with p as (select * from PREDICT('rent', (select distinct rooms, 'x' as note from homes where rooms > 3)))
      select p.note, p.rooms, p.price, count(*) as homes from p join homes using (rooms) group by all`;
    const { body } = await query(sql);
    expect(body.rows).toEqual([{ note: 'x', rooms: 4, price: direct.body[0].price, homes: 12 }]);
  });

  it.each([
    ["select * from predict('none', (select 1 as rooms))", 404, /no model none/],
    ["select * from predict('rent')", 422, /predict takes a model and a query/],
    ["select * from predict('rent', (select 'many' as rooms))", 400, /rooms must be a number/],
    ["select * from predict('rent', (select rooms from read_csv('/etc/passwd')))", 422, /read_csv is not allowed/],
    ["select * from predict('rent', (select rooms from homes where false))", 422, /no row/],
    ["with x as (select 2 as rooms) select * from predict('rent', (select * from x))", 422, /put the WITH into/],
    [
      "select predict('rent', (select 1))",
      422,
      /^predict answers a table, which stands after FROM or JOIN\. .*: select \* from/,
    ],
    ["select x.no from predict('rent', (select 1 as rooms)) x", 422, /^(?!.*(predicted_|LINE)).*a column named "no"$/s],
    ["select * from predict('rent', (select * from predict('rent', (select 1 as rooms))))", 422, /cannot call predict/],
  ])('are refused where they cannot be: %s', async (sql, status, detail) => {
    const answer = await query(sql);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('are for those who may query, and reach no other project', async () => {
    const other = await service.project();
    const { body: first } = await service.call('POST', '/api/keys', { name: 'a', role: 'admin' });
    const admin = { authorization: `Bearer ${first.secret}` };
    const ask = async (key: object) => {
      const { body } = await service.call('POST', '/api/keys', key, admin);
      const sql = "select price from predict('rent', (select 2 as rooms))";
      return (await query(sql, { authorization: `Bearer ${body.secret}` })).status;
    };
    expect(await ask({ name: 'viewer', role: 'viewer' })).toBe(200);
    expect(await ask({ name: 'predictor', role: 'predictor' })).toBe(403);
    expect(await ask({ name: 'stranger', role: 'viewer', projects: [other] })).toBe(404);
  });
});
