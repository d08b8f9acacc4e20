import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ SIBYL_MAX_QUERY_ROWS: '50' });
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };

it('holds a project to limits of its own, each with its figure', async () => {
  const limits = { query_rows: 5, query_timeout_ms: 2000, upload_bytes: 2000, webhooks: 1 };
  const created = await service.call('POST', '/projects', { name: 'held', limits });
  expect(created).toMatchObject({ status: 201, body: { limits } });
  const query = (body: object) => service.call('POST', '/projects/held/query', { sql: 'select 1', ...body });
  expect((await query({ limit: 6 })).body).toMatchObject({ errors: [{ pointer: '/limit' }] });
  expect((await query({ timeout_ms: 2001 })).body).toMatchObject({ errors: [{ pointer: '/timeout_ms' }] });
  expect((await query({ sql: 'select * from range(40)' })).body).toMatchObject({ row_count: 5, truncated: true });
  const long = `a,b\n${'1,2\n'.repeat(1000)}`;
  const upload = await service.call('POST', '/projects/held/tables?name=t', long, csv);
  expect(upload).toMatchObject({ status: 413, body: { code: 'upload_too_large', limit: 2000 } });
  const webhook = (name: string) =>
    service.call('POST', '/projects/held/webhooks', { name, url: 'http://127.0.0.1:1/', enabled: false });
  expect((await webhook('one')).status).toBe(201);
  expect((await webhook('two')).body).toMatchObject({ code: 'too_many_records', limit: 1 });
});

it('takes them away again, and lets none go beyond the service', async () => {
  await service.call('POST', '/projects', { name: 'freed', limits: { query_rows: 5 } });
  expect((await service.call('PUT', '/projects/freed', { limits: {} })).body.limits).toEqual({});
  const query = await service.call('POST', '/projects/freed/query', { sql: 'select * from range(40)' });
  expect(query.body.row_count).toBe(40);
  const beyond = await service.call('PUT', '/projects/freed', { limits: { query_rows: 51 } });
  expect(beyond).toMatchObject({ status: 400, body: { errors: [{ pointer: '/limits/query_rows' }] } });
});

it('takes null for no limit, and refuses what no number of JSON holds', async () => {
  const limits = { tokens_a_day: 100, query_rows: 5 };
  await service.call('POST', '/projects', { name: 'bound', limits });
  const put = (limits: object) => service.call('PUT', '/projects/bound', { limits });
  expect(await put({ tokens_a_day: null, query_rows: 5 })).toMatchObject({ status: 200 });
  expect((await service.call('GET', '/projects/bound')).body.limits).toEqual({ query_rows: 5 });
  for (const name of ['tokens_a_day', 'stored_bytes', 'conversation_days', 'requests_per_second'])
    for (const value of [1e300, Number.MAX_SAFE_INTEGER + 1]) {
      const refused = await put({ [name]: value });
      const detail = `must be at most ${Number.MAX_SAFE_INTEGER}`;
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: `/limits/${name}`, detail }] } });
    }
  expect(await put({ tokens_a_day: Number.MAX_SAFE_INTEGER })).toMatchObject({ status: 200 });
});

it('lets only an admin set them', async () => {
  await service.call('POST', '/projects', { name: 'kept', limits: { query_rows: 5 } });
  const admin = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
  const asAdmin = { authorization: `Bearer ${admin.secret}` };
  const key = { name: 'editor', role: 'editor' };
  const editor = (await service.call('POST', '/api/keys', key, asAdmin)).body;
  const asEditor = { authorization: `Bearer ${editor.secret}` };
  const refused = await service.call('PUT', '/projects/kept', { limits: {} }, asEditor);
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  expect((await service.call('PUT', '/projects/kept', { description: 'mine' }, asEditor)).status).toBe(200);
});
