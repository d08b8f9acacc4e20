import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import type { Action } from '../../http/request/permissions.ts';
import { isAudited } from './audited.ts';
import { UnknownCallerLimit } from './unknown-callers.ts';

const csv = { 'content-type': 'text/csv' };

describe('the audit', () => {
  let service: TestService;
  let admin: { id: string; secret: string };
  const bearer = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` });
  const asAdmin = (method: string, path: string, body?: unknown, headers = {}) =>
    service.call(method, path, body, { ...bearer(admin), ...headers });
  const entries = (query: string, count: number) =>
    service.until(`/api/audit?${query}`, ({ body }) => body.length >= count, bearer(admin));

  beforeAll(async () => {
    service = await startTestService();
    admin = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
  });
  afterAll(() => service.stop());

  it('says who did what to which record, from where and how it ended', async () => {
    await asAdmin('POST', '/projects', { name: 'told' });
    const made = await asAdmin('POST', '/projects/told/tables?name=homes', 'a,b\n1,2\n', csv);
    const { body } = await entries('project=told&action=tables.create', 1);
    expect(body).toMatchObject([
      {
        actor: admin.id,
        role: 'admin',
        address: expect.stringMatching(/127\.0\.0\.1$/),
        request_id: made.headers.get('x-request-id'),
        subject: '/api/projects/told/tables/homes',
        outcome: 'done',
        status: 201,
        code: null,
      },
    ]);
  });

  it('has what was refused and what failed, and why', async () => {
    const viewer = (await asAdmin('POST', '/api/keys', { name: 'viewer', role: 'viewer' })).body;
    await service.call('POST', '/projects', { name: 'x' }, bearer(viewer));
    await service.call('DELETE', '/projects/default', undefined, { authorization: 'Bearer none' });
    await asAdmin('POST', '/projects', { name: 'default' });
    const { body } = await entries('action=projects.create&limit=2', 2);
    expect(body.map(({ outcome, code }: Record<string, string>) => [outcome, code])).toEqual([
      ['failed', 'name_taken'],
      ['refused', 'not_permitted'],
    ]);
    const stranger = await entries('action=projects.delete&outcome=refused', 1);
    expect(stranger.body).toMatchObject([{ actor: null, status: 401, subject: '/api/projects/default' }]);
  });

  it('has nothing of bodies, queries or secrets', async () => {
    await asAdmin('POST', '/projects/default/tables?name=people&delimiter=,', 'name,age\nZaphod,42\n', csv);
    const key = (await asAdmin('POST', '/api/keys', { name: 'hidden', role: 'viewer' })).body;
    const { text } = await entries('action=keys.create', 3);
    expect(text).not.toContain(key.secret.slice(-30));
    expect((await entries('action=tables.create&project=default', 1)).text).not.toMatch(/Zaphod|delimiter/);
  });

  it('pages, and is exported a line an entry', async () => {
    for (const name of ['p1', 'p2', 'p3']) await asAdmin('POST', '/projects', { name });
    const all = (await entries('action=projects.create&outcome=done', 4)).body;
    const page = await asAdmin('GET', '/api/audit?action=projects.create&outcome=done&limit=2');
    expect(page.body).toEqual(all.slice(0, 2));
    const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await asAdmin('GET', next)).body).toEqual(all.slice(2, 4));
    const lines = await asAdmin('GET', '/api/audit?action=projects.create&outcome=done', undefined, {
      accept: 'application/x-ndjson',
    });
    expect(lines.headers.get('content-type')).toContain('application/x-ndjson');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(all);
  });

  it.each([['action=nothing'], ['outcome=maybe'], ['since=yesterday'], ['unknown=1']])('refuses ?%s', async (query) => {
    expect(await asAdmin('GET', `/api/audit?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

it('holds every route that may change something', () => {
  const document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'));
  const changing = Object.values<Record<string, { 'x-action'?: Action }>>(document.paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, operation]) => (method === 'get' ? [] : (operation['x-action'] ?? []))),
  );
  expect(changing.length).toBeGreaterThan(30);
  const left = new Set(changing.filter((action) => !isAudited('POST', action)));
  // These only read; answers of agents are stored as conversations.
  expect([...left].sort()).toEqual([
    'agents.complete',
    'knowledge_bases.search',
    'mcp.use',
    'models.predict',
    'queries.run',
    'tables.preview',
  ]);
  expect(isAudited('POST', 'session.begin')).toBe(true);
});

it('tells of so many strangers a minute', () => {
  const unknown = new UnknownCallerLimit();
  const told = (now: number) => Array.from({ length: 150 }, () => unknown.mayBeRecorded(now)).filter(Boolean).length;
  expect([told(0), told(59_999), told(60_000)]).toEqual([100, 0, 100]);
});
