/** No request ID or idempotency key that a caller chooses leads to data of another request. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
let admin: Record<string, string>;
let names = 0;

beforeAll(async () => {
  service = await startTestService();
  const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
  admin = { authorization: `Bearer ${secret}` };
});
afterAll(() => service.stop());

async function makeProject(): Promise<string> {
  names += 1;
  await service.call('POST', '/projects', { name: `own_${names}` }, admin);
  return `own_${names}`;
}

async function makeKey(role: string, projects: string[]) {
  names += 1;
  const { body } = await service.call('POST', '/api/keys', { name: `key_${names}`, role, projects }, admin);
  return { id: String(body.id), authorization: `Bearer ${body.secret}` };
}

/** Begins an upload whose body is incomplete. */
function beginUpload(path: string, headers: Record<string, string>): ClientRequest {
  const { hostname, port } = new URL(service.url);
  const all = { 'content-type': 'text/csv', ...headers };
  const upload = request({ hostname, port, method: 'POST', path, agent: false, headers: all });
  upload.write('a,b\n1,2\n');
  return upload;
}

/** Counts the claimed idempotency keys in the database. */
function claims(): number {
  using records = new DatabaseSync(join(service.directory, 'sibyl.db'), { readOnly: true });
  return Number(records.prepare('select count(*) as n from idempotency_keys where answer is null').get()?.n);
}

async function answerOf(upload: ClientRequest) {
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, text };
}

it('a request that goes by the ID of another request has none of its answer', async () => {
  const project = await makeProject();
  const { authorization } = await makeKey('editor', [project]);
  const own = { authorization, 'x-request-id': 'gateway-0001', 'idempotency-key': 'steal1' };
  const upload = beginUpload(`/projects/${project}/tables?name=homes`, own);
  await expect.poll(claims).toBe(1);
  const made = await service.call(
    'POST',
    '/api/keys',
    { name: 'new', role: 'admin' },
    { ...admin, 'x-request-id': 'gateway-0001' },
  );
  expect(made.status).toBe(201);
  const answered = answerOf(upload);
  upload.end();
  expect((await answered).text).not.toContain('secret');
  const again = await service.call('POST', `/projects/${project}/tables?name=homes`, 'a,b\n1,2\n', {
    ...own,
    'content-type': 'text/csv',
  });
  expect(again.text).not.toContain(made.body.secret);
  expect(again).toMatchObject({ status: 201, body: { name: 'homes' } });
});

it('requests that share one ID, as behind a gateway, each have their own record', async () => {
  const ask = (name: string) =>
    service.call('POST', '/projects', { name }, { ...admin, 'x-request-id': 'gateway-0002', 'idempotency-key': name });
  const pairs = Array.from({ length: 40 }, (_, index) => [`left_${index}`, `right_${index}`]);
  for (const pair of pairs) expect((await Promise.all(pair.map(ask))).map(({ body }) => body.name)).toEqual(pair);
  for (const pair of pairs) expect((await Promise.all(pair.map(ask))).map(({ body }) => body.name)).toEqual(pair);
});

it('the IDs that the service makes tell nothing of the next', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () =>
      String((await service.call('GET', '/health/live')).headers.get('x-request-id')),
    ),
  );
  const stems = ids.map((id) => id.slice(0, 12));
  expect(new Set(stems).size).toBe(ids.length);
});

it('a key that was narrowed since has no answer of the project that it no longer reaches', async () => {
  const [first, second] = [await makeProject(), await makeProject()];
  const { id, authorization } = await makeKey('editor', [first, second]);
  const repeat = (project: string) => {
    const body = { name: 'hook', url: 'https://example.com/hook' };
    return service.call('POST', `/projects/${project}/webhooks`, body, { authorization, 'idempotency-key': 'hook' });
  };
  const made = await repeat(first);
  expect(made).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/./) } });
  expect((await repeat(first)).headers.get('idempotent-replayed')).toBe('true');
  await service.call('PUT', `/api/keys/${id}`, { projects: [second] }, admin);
  const refused = await repeat(first);
  expect(refused).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  expect(refused.text).not.toContain(made.body.secret);
});

it('a project that was deleted and made again has no answer of the one before', async () => {
  const project = await makeProject();
  const make = () =>
    service.call('POST', `/projects/${project}/agents`, { name: 'desk' }, { ...admin, 'idempotency-key': 'desk' });
  const first = await make();
  await service.call('DELETE', `/projects/${project}?cascade=true`, undefined, admin);
  expect((await make()).status).toBe(404);
  await service.call('POST', '/projects', { name: project }, admin);
  const second = await make();
  expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
  expect(second.body.id).not.toBe(first.body.id);
  expect((await service.call('GET', `/projects/${project}/agents/${second.body.id}`, undefined, admin)).status).toBe(
    200,
  );
});

it('a project that goes by its name and by its ID is one, and so is an answer of it', async () => {
  const project = await makeProject();
  const { id } = (await service.call('GET', `/projects/${project}`, undefined, admin)).body;
  const make = (at: string) =>
    service.call('POST', `/projects/${at}/agents`, { name: 'desk' }, { ...admin, 'idempotency-key': 'by-id' });
  expect((await make(project)).status).toBe(201);
  expect((await make(id)).headers.get('idempotent-replayed')).toBe('true');
});
