/**
 * Long bodies hold up nobody: rows are read in a thread, and what needs no long body takes none.
 *
 * @module-tag long
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
let models: string;
const rows = Array.from({ length: 6000 }, (_, index) => ({
  rooms: index % 5,
  floor: index % 3,
  price: 1000 + (index % 5),
}));
const model = (name: string) => ({ name, target: 'price', from: { rows }, options: { effort: 'quick' } });

beforeAll(async () => {
  service = await startTestService();
  models = `/projects/${await service.project()}/models`;
});
afterAll(() => service.stop());

it('trains on rows of a long body, which the main thread never parses', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const created = await service.call('POST', models, { model: model('rent') });
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
  parse.mockRestore();
  expect(created.status).toBe(201);
  expect(created.body.source).toEqual({ rows: rows.length });
  expect(longest).toBeLessThan(128 * 1024);
  const done = await service.until(`${models}/rent`, ({ body }) => body.status === 'complete');
  expect(done.body.row_count).toBe(rows.length);
  expect((await service.call('POST', `${models}/rent/retrain`, { from: { rows: rows.slice(0, 5000) } })).status).toBe(
    202,
  );
  expect(readdirSync(join(service.directory, 'tmp')).filter((name) => name.endsWith('.ndjson'))).toEqual([]);
});

it('says what is wrong with a long body as with a short one', async () => {
  const wrong = { ...model('wrong'), from: { rows: [...rows, { rooms: { a: 1 } }] } };
  const { status, body } = await service.call('POST', models, wrong);
  expect([status, body.code, body.errors[0].pointer]).toEqual([
    400,
    'invalid_input',
    `/from/rows/${rows.length}/rooms`,
  ]);
  const other = await service.call('POST', models, { ...model('other'), target: 'cost' });
  expect(other.body.code).toBe('column_not_found');
  const { target: _, ...spelled } = { ...model('other'), predict: 'cost' };
  const { body: inWords } = await service.call('POST', models, spelled);
  expect(inWords).toMatchObject({ code: 'column_not_found', errors: [{ pointer: '/predict' }] });
  const broken = await service.call('POST', models, JSON.stringify(model('broken')).slice(0, -1), {
    'content-type': 'application/json',
  });
  expect(broken.body).toMatchObject({ status: 400, code: 'invalid_json', line: 1 });
});

it('answers a repeated long body from memory, and refuses another under its key', async () => {
  const key = { 'idempotency-key': 'again', 'content-type': 'application/json' };
  const first = await service.call('POST', models, JSON.stringify(model('twice')), key);
  const again = await service.call('POST', models, JSON.stringify(model('twice')), key);
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  const other = await service.call('POST', models, JSON.stringify(model('thrice')), key);
  expect(other.body.code).toBe('idempotency_key_reused');
});

it('refuses a long body, unread, where none is needed', async () => {
  const { status, body } = await service.call('POST', models.replace('/models', '/query'), {
    sql: 'SELECT 1',
    more: 'x'.repeat(1_100_000),
  });
  expect([status, body.code, body.limit]).toEqual([413, 'body_too_large', 1024 * 1024]);
});
