import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

const rows = Array.from({ length: 40 }, (_, index) => ({
  rooms: index % 5,
  price: 100 + 30 * (index % 5) + (index % 7),
}));

describe('a service with keys', () => {
  let service: TestService;
  let admin: string;
  let made = 0;

  beforeAll(async () => {
    service = await startTestService();
    expect(await service.call('POST', '/api/keys', { name: 'early', role: 'viewer' })).toMatchObject({
      status: 409,
      body: { code: 'last_admin_key' },
    });
    admin = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body.secret;
  });
  afterAll(() => service.stop());

  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const asAdmin = (method: string, path: string, body?: unknown, headers = {}) =>
    service.call(method, path, body, { ...bearer(admin), ...headers });

  async function project(): Promise<string> {
    made += 1;
    return (await asAdmin('POST', '/projects', { name: `mine_${made}` })).body.name;
  }

  async function makeKey(key: object) {
    made += 1;
    const answer = await asAdmin('POST', '/api/keys', { name: `key_${made}`, role: 'viewer', ...key });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  it('shows the secret once', async () => {
    const created = await asAdmin('POST', '/api/keys', { name: 'shop', role: 'predictor', projects: ['default'] });
    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const { secret, ...record } = created.body;
    const read = await asAdmin('GET', created.headers.get('location') ?? '');
    expect(read.body).toEqual(record);
    expect(read.body).toMatchObject({ name: 'shop', projects: ['default'], last_used_at: null });
    expect((await asAdmin('GET', '/api/keys?name=shop')).body).toEqual([record]);
    expect((await asAdmin('GET', '/api/keys')).text).not.toContain(secret.slice(-38));
  });

  it('shows the secret again to who repeats the request under its Idempotency-Key, and keeps it sealed', async () => {
    const send = () => asAdmin('POST', '/api/keys', { name: 'once', role: 'viewer' }, { 'idempotency-key': 'one' });
    const first = await send();
    expect(first.status).toBe(201);
    expect(await send()).toMatchObject({ status: 201, body: { secret: first.body.secret } });
    const files = ['sibyl.db', 'sibyl.db-wal'].map((name) => readFileSync(join(service.directory, name)));
    expect(files.some((bytes) => bytes.includes('idempotency_keys'))).toBe(true);
    expect(files.some((bytes) => bytes.includes(first.body.secret.slice(-38)))).toBe(false);
  });

  it('lets a key in by either header, and nobody else', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await service.call('GET', '/projects', undefined, headers)).status;
    expect(await ask(bearer(admin))).toBe(200);
    expect(await ask({ authorization: `bearer ${admin}` })).toBe(200);
    expect(await ask({ 'x-api-key': admin })).toBe(200);
    const wrong = [admin.slice(0, -1), `${admin}x`, '', 'x', `sib_${'0'.repeat(26)}_${'a'.repeat(38)}`];
    for (const secret of wrong) expect(await ask(bearer(secret)), secret).toBe(401);
    expect(await ask({ authorization: `Basic ${btoa(`admin:${admin}`)}` })).toBe(401);
    expect(await ask({ authorization: 'Basic x', 'x-api-key': admin })).toBe(401);
  });

  it('says what is wrong with a key, but not what would be right', async () => {
    const ask = (secret: string) => service.call('GET', '/projects', undefined, bearer(secret));
    expect((await ask(admin.slice(0, -2))).body.detail).toContain('mistyped or truncated');
    const revoked = await makeKey({});
    await asAdmin('DELETE', `/api/keys/${revoked.id}`);
    const answer = await ask(revoked.secret);
    expect(answer.body.detail).toContain('was revoked or has expired');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="sibyl", error="invalid_token"');
    expect(answer.text).not.toContain(revoked.secret);
  });

  it('rotates with an overlap, and revokes at once', async () => {
    const key = await makeKey({});
    const ask = async (secret: string) => (await service.call('GET', '/projects', undefined, bearer(secret))).status;
    const rotated = await asAdmin('POST', `/api/keys/${key.id}/rotate`, { overlap_seconds: 60 });
    expect(rotated.body.former_secret_until).not.toBeNull();
    expect([await ask(key.secret), await ask(rotated.body.secret)]).toEqual([200, 200]);
    const again = await asAdmin('POST', `/api/keys/${key.id}/rotate`);
    expect([await ask(rotated.body.secret), await ask(again.body.secret)]).toEqual([401, 200]);
    expect((await asAdmin('DELETE', `/api/keys/${key.id}`)).status).toBe(204);
    expect(await ask(again.body.secret)).toBe(401);
    expect(await asAdmin('GET', `/api/keys/${key.id}`)).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
  });

  it('changes a key only when it is what was read, whether it was used or not', async () => {
    const key = await makeKey({ role: 'admin' });
    const read = await service.call('GET', `/api/keys/${key.id}`, undefined, bearer(key.secret));
    const ifMatch = { ...bearer(key.secret), 'if-match': read.headers.get('etag') ?? '' };
    const change = { role: 'editor', projects: ['default'] };
    const changed = await service.call('PUT', `/api/keys/${key.id}`, change, ifMatch);
    expect(changed).toMatchObject({ status: 200, body: change });
    expect((await service.call('PUT', `/api/keys/${key.id}`, {}, ifMatch)).status).toBe(403);
    expect((await asAdmin('PUT', `/api/keys/${key.id}`, {}, { 'if-match': ifMatch['if-match'] })).status).toBe(412);
  });

  it('keeps an admin key for all projects', async () => {
    const refused = { status: 409, body: { code: 'last_admin_key' } };
    expect(await asAdmin('DELETE', '/api/keys/admin')).toMatchObject(refused);
    expect(await asAdmin('PUT', '/api/keys/admin', { role: 'editor' })).toMatchObject(refused);
    expect(await asAdmin('PUT', '/api/keys/admin', { projects: ['default'] })).toMatchObject(refused);
  });

  it('refuses what no key can be', async () => {
    const pointer = async (key: object) => {
      const { status, body } = await asAdmin('POST', '/api/keys', { name: 'bad', role: 'viewer', ...key });
      return [status, body.errors?.[0].pointer ?? body.code];
    };
    expect(await pointer({ role: 'root' })).toEqual([400, '/role']);
    expect(await pointer({ secret: 'mine' })).toEqual([400, '/secret']);
    expect(await pointer({ expires_at: '2020-01-01T00:00:00Z' })).toEqual([400, '/expires_at']);
    expect(await pointer({ expires_at: 'tomorrow' })).toEqual([400, '/expires_at']);
    expect(await pointer({ projects: ['nowhere'] })).toEqual([404, 'project_not_found']);
  });

  it('names the key in what it makes', async () => {
    const key = await makeKey({ role: 'editor' });
    const { body } = await service.call('POST', '/projects', { name: 'signed' }, bearer(key.secret));
    expect(body.created_by).toBe(key.id);
  });

  it('answers predictions from memory only to those who may reach the project', async () => {
    const [own, other] = [await project(), await project()];
    const models = `/projects/${own}/models`;
    await asAdmin('POST', models, { name: 'rent', target: 'price', from: { rows }, options: { effort: 'quick' } });
    await service.until(`${models}/rent`, ({ body }) => body.status === 'complete', bearer(admin));
    const predict = (secret: string, path = models) =>
      service.call('POST', `${path}/rent/predict`, [{ rooms: 2 }], bearer(secret));
    const [mine, theirs] = [own, other].map((name) => makeKey({ role: 'predictor', projects: [name] }));
    const foreign = { status: 404, body: { code: 'project_not_found', detail: `There is no project ${own}.` } };
    expect(await predict((await theirs).secret)).toMatchObject(foreign);
    expect((await predict((await mine).secret)).status).toBe(200);
    expect((await predict(admin)).status).toBe(200);
    expect(await predict((await theirs).secret)).toMatchObject(foreign);
    expect((await predict((await mine).secret, `/projects/default/models`)).status).toBe(404);
    await asAdmin('DELETE', `/projects/${own}?cascade=true`);
    expect((await predict(admin)).status).toBe(404);
  });

  it('does not give one key the stored answer of another', async () => {
    const name = await project();
    const [one, other] = [await makeKey({ role: 'editor' }), await makeKey({ role: 'editor', projects: ['default'] })];
    const send = (secret: string) =>
      service.call('POST', `/projects/${name}/tables?name=homes`, 'a,b\n1,2\n', {
        ...bearer(secret),
        'content-type': 'text/csv',
        'idempotency-key': 'same',
      });
    expect((await send(one.secret)).status).toBe(201);
    expect((await send(one.secret)).headers.get('idempotent-replayed')).toBe('true');
    expect((await send(other.secret)).status).toBe(404);
  });
});

it('asks for no key while none was made, whatever is sent', async () => {
  const service = await startTestService();
  try {
    const answer = await service.call('GET', '/projects', undefined, { authorization: 'Bearer sk-of-another-service' });
    expect(answer).toMatchObject({ status: 200, body: [{ name: 'default' }] });
  } finally {
    await service.stop();
  }
});

it('does not listen beyond this machine without an admin key', async () => {
  await expect(startTestService({ SIBYL_HOST: '0.0.0.0' })).rejects.toThrow('an admin key must exist first');
});
