import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

describe('a browser', () => {
  let service: TestService;
  let admin: string;
  let made = 0;

  beforeAll(async () => {
    service = await startTestService({ SIBYL_ALLOWED_ORIGINS: 'https://app.example.com' });
    const open = await service.call('POST', '/api/session', { key: 'none' });
    expect(open.body).toMatchObject({ actor: 'local', role: 'admin', every_project: true, expires_at: null });
    expect(open.headers.get('set-cookie')).toBeNull();
    admin = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body.secret;
  });
  afterAll(() => service.stop());

  async function makeKey(role = 'editor') {
    made += 1;
    const { body } = await service.call('POST', '/api/keys', { name: `key_${made}`, role }, { 'x-api-key': admin });
    return body;
  }

  async function signIn(secret: string, headers = {}): Promise<string> {
    const answer = await service.call('POST', '/api/session', { key: secret }, headers);
    expect(answer.status).toBe(200);
    return answer.headers.get('set-cookie') ?? '';
  }

  const holding = (cookie: string, headers = {}) => ({ cookie: `other=1; ${cookie.split(';')[0]}`, ...headers });
  const whoAmI = (cookie: string) => service.call('GET', '/api/session', undefined, holding(cookie));

  it('gets a cookie for a key, which no script reads and no other site sends', async () => {
    const key = await makeKey();
    const cookie = await signIn(key.secret);
    expect(cookie).toMatch(/^sibyl_session=.+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43\d{3}$/);
    expect(cookie).not.toContain(key.secret);
    expect((await whoAmI(cookie)).body).toMatchObject({ actor: key.id, role: 'editor', every_project: true });
    const origin = service.url.replace('http:', 'https:');
    expect(await signIn(key.secret, { origin })).toContain('; Secure');
  });

  it('gets none for a key that is not known', async () => {
    const answer = await service.call('POST', '/api/session', { key: `${admin}x` });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('changes things by cookie from pages of the service alone', async () => {
    const cookie = await signIn((await makeKey()).secret);
    const create = async (name: string, headers: object) =>
      (await service.call('POST', '/projects', { name }, holding(cookie, headers))).status;
    expect(await create('forged', {})).toBe(403);
    expect(await create('forged', { origin: 'https://evil.example.com' })).toBe(403);
    expect(await create('forged', { origin: 'https://app.example.com' })).toBe(403);
    expect(await create('forged', { origin: 'null' })).toBe(403);
    expect(await create('meant', { origin: service.url })).toBe(201);
  });

  it('is out when it signs out, and when its key is rotated or revoked', async () => {
    const key = await makeKey();
    const change = (method: string, path: string) => service.call(method, path, undefined, { 'x-api-key': admin });
    const [first, second] = [await signIn(key.secret), await signIn(key.secret)];
    const out = await service.call('DELETE', '/api/session', undefined, holding(first, { origin: service.url }));
    expect(out.headers.get('set-cookie')).toContain('sibyl_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
    expect([(await whoAmI(first)).status, (await whoAmI(second)).status]).toEqual([401, 200]);
    const rotated = await change('POST', `/api/keys/${key.id}/rotate`);
    expect((await whoAmI(second)).status).toBe(401);
    const third = await signIn(rotated.body.secret);
    await change('DELETE', `/api/keys/${key.id}`);
    expect((await whoAmI(third)).status).toBe(401);
  });

  it('is named by its key in the audit when it signs in and out', async () => {
    const key = await makeKey();
    const cookie = await signIn(key.secret);
    await service.call('DELETE', '/api/session', undefined, holding(cookie, { origin: service.url }));
    const entries = async (action: string) =>
      (await service.call('GET', `/api/audit?action=${action}&actor=${key.id}`, undefined, { 'x-api-key': admin }))
        .body;
    expect(await entries('session.begin')).toMatchObject([{ actor: key.id, role: 'editor', outcome: 'done' }]);
    expect(await entries('session.end')).toMatchObject([{ actor: key.id, role: 'editor', outcome: 'done' }]);
  });

  it('gives no session of its own for that of a program, which needs no Origin, nor the other way around', async () => {
    const { secret } = await makeKey();
    const ofBrowser = (await signIn(secret)).split(/[=;]/)[1];
    const login = await service.call('POST', '/api/login', { password: secret });
    const cookie = login.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^session=.+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43\d{3}$/);
    const ofProgram = cookie.split(/[=;]/)[1];
    const create = async (name: string, sent: string) =>
      (await service.call('POST', '/projects', { name }, { cookie: sent })).status;
    expect(await create('swapped', `session=${ofBrowser}`)).toBe(401);
    expect(await create('swapped', `sibyl_session=${ofProgram}`)).toBe(401);
    expect(await create('by_program', `session=${ofProgram}`)).toBe(201);
  });

  it('ends every session that it shows when it signs out', async () => {
    const { secret } = await makeKey();
    const [browser] = (await signIn(secret)).split(';');
    const login = await service.call('POST', '/api/login', { password: secret });
    const [program] = (login.headers.get('set-cookie') ?? '').split(';');
    const out = await service.call('DELETE', '/api/session', undefined, { cookie: `${browser}; ${program}` });
    expect(out.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual(['sibyl_session=', 'session=']);
    for (const cookie of [browser, program])
      expect((await service.call('GET', '/api/session', undefined, { cookie })).status).toBe(401);
  });

  it('stays out after a restart of the service, and in where it did not sign out', async () => {
    let own = await startTestService();
    const { secret } = (await own.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    const enter = async () => {
      const { headers } = await own.call('POST', '/api/session', { key: secret });
      return { cookie: (headers.get('set-cookie') ?? '').split(';')[0], origin: own.url };
    };
    const [left, kept] = [await enter(), await enter()];
    await own.call('DELETE', '/api/session', undefined, left);
    await own.stop({ keepsFiles: true });
    own = await startTestService({ SIBYL_DATA_DIR: own.directory });
    const statusOf = async ({ cookie }: { cookie: string }) =>
      (await own.call('GET', '/api/session', undefined, { cookie })).status;
    expect([await statusOf(left), await statusOf(kept)]).toEqual([401, 200]);
    await own.stop();
  });

  it('cannot make a cookie of its own', async () => {
    const [mine, other] = [await makeKey('viewer'), await makeKey('admin')];
    const token = (await signIn(mine.secret)).split(/[=;]/)[1];
    const [id, expires, signature] = token.split('.');
    const forged = [
      `${other.id}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.`,
      '',
    ];
    for (const value of forged) expect((await whoAmI(`sibyl_session=${value}`)).status, value).toBe(401);
  });

  it('may read answers from listed origins, with a key and without a cookie', async () => {
    const origin = 'https://app.example.com';
    const ask = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' };
    const before = await service.call('OPTIONS', '/projects', undefined, ask);
    expect([before.status, before.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    expect(before.headers.get('access-control-allow-headers')).toContain('X-Api-Key');
    expect(before.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await service.call('GET', '/projects', undefined, { origin, 'x-api-key': admin });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    expect(answer.headers.get('vary')).toContain('Origin');
    const elsewhere = await service.call('OPTIONS', '/projects', undefined, {
      ...ask,
      origin: 'https://evil.example.com',
    });
    expect([elsewhere.status, elsewhere.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});
