import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../test/loopback.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

type Request = LoopbackServer['requests'][number];

describe('webhooks', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ SIBYL_WEBHOOKS_PER_PROJECT: '4' });
  });
  afterAll(() => service.stop());

  async function receiver(answer: (response: ServerResponse, request: Request) => void = (response) => response.end()) {
    const server = await startLoopback((request, response) => answer(response, request));
    onTestFinished(() => server.stop());
    return server;
  }

  const unlessAsked = { name: 'hook', types: ['sibyl.project.*', 'sibyl.webhook.disabled'] };

  async function create(project: string, webhook: object) {
    const answer = await service.call('POST', `/projects/${project}/webhooks`, { ...unlessAsked, ...webhook });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  const change = (project: string) => service.call('PUT', `/projects/${project}`, { description: 'changed' });
  const arrived = (server: LoopbackServer, count: number) =>
    vi.waitFor(() => expect(server.requests.length).toBeGreaterThanOrEqual(count), { timeout: 60_000 });

  it('send what happens, signed so that the reference library accepts it', async () => {
    const project = await service.project();
    const server = await receiver();
    const { secret } = await create(project, { url: server.url });
    await change(project);
    await arrived(server, 1);
    const [{ headers, body, method }] = server.requests;
    const event = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(event).toMatchObject({ specversion: '1.0', type: 'sibyl.project.updated', data: { name: project } });
    expect([method, headers['webhook-id']]).toEqual(['POST', JSON.parse(body).id]);
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
  });

  it('begin with their own creation, and go on with every change of theirs', async () => {
    const project = await service.project();
    const server = await receiver();
    const { id, secret } = await create(project, { url: server.url, types: null });
    const path = `/projects/${project}/webhooks/hook`;
    await service.call('PUT', path, { types: ['sibyl.webhook.*'] });
    const rotated = (await service.call('POST', `${path}/rotate`)).body;
    await arrived(server, 3);
    const told = server.requests.map(({ body }) => JSON.parse(body));
    expect(told.map(({ type }) => type.split('.').at(-1)).sort()).toEqual(['created', 'rotated', 'updated']);
    expect(told[0]).toMatchObject({ subject: `webhooks/${id}`, data: { id, name: 'hook' } });
    for (const leak of [secret, rotated.secret, server.url]) expect(JSON.stringify(told)).not.toContain(leak);
    expect((await service.call('DELETE', path)).status).toBe(204);
    const deleted = await service.call('GET', `/projects/${project}/events?type=sibyl.webhook.deleted`);
    expect(deleted.body).toMatchObject([{ data: { name: 'hook' } }]);
  });

  it('show the secret once and keep it sealed', async () => {
    const project = await service.project();
    const { secret, ...record } = await create(project, { url: 'http://127.0.0.1:1/' });
    expect(secret).toMatch(/^whsec_/);
    expect((await service.call('GET', `/projects/${project}/webhooks/hook`)).body).toEqual(record);
    const listed = await service.call('GET', `/projects/${project}/webhooks`);
    expect(listed.body).toEqual([record]);
    expect(listed.text).not.toContain('whsec_');
  });

  it('send only the types that they ask for', async () => {
    const project = await service.project();
    const server = await receiver();
    await create(project, { url: server.url, types: ['sibyl.table.*'] });
    await change(project);
    await service.call('POST', `/projects/${project}/tables?name=t`, 'a,b\n1,2\n', { 'content-type': 'text/csv' });
    await arrived(server, 1);
    expect(server.requests.map(({ body }) => JSON.parse(body).type)).toEqual(['sibyl.table.created']);
  });

  it('are not held up by one that does not answer', async () => {
    const project = await service.project();
    const slow = await receiver(() => {});
    const quick = await receiver();
    await create(project, { name: 'slow', url: slow.url });
    await create(project, { name: 'quick', url: quick.url });
    for (let count = 0; count < 12; count++) await change(project);
    await arrived(quick, 12);
    expect(slow.requests.length).toBeLessThanOrEqual(5);
  });

  it('log each delivery, and send one again when asked to', async () => {
    const project = await service.project();
    const server = await receiver();
    await create(project, { url: server.url });
    await change(project);
    const path = `/projects/${project}/webhooks/hook/deliveries`;
    const { body } = await service.until(path, (answer) => answer.body[0]?.status === 'delivered');
    expect(body).toMatchObject([{ attempts: 1, response_status: 200, event_type: 'sibyl.project.updated' }]);
    expect((await service.call('POST', `${path}/${body[0].id}/replay`)).status).toBe(202);
    await arrived(server, 2);
    expect(server.requests[1].headers['webhook-id']).toBe(server.requests[0].headers['webhook-id']);
    expect(await service.call('POST', `${path}/none/replay`)).toMatchObject({ body: { code: 'delivery_not_found' } });
  });

  it('keep what failed for a later attempt and say why', async () => {
    const project = await service.project();
    const server = await receiver((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    await create(project, { url: server.url });
    await change(project);
    const path = `/projects/${project}/webhooks/hook`;
    const { body } = await service.until(`${path}/deliveries`, (answer) => answer.body[0]?.attempts === 1);
    expect(body[0]).toMatchObject({ status: 'pending', response_status: 302, error: 'The receiver answered 302.' });
    expect(body[0].next_attempt_at > body[0].last_attempt_at).toBe(true);
    await service.until(path, (answer) => answer.body.failing_since !== null);
  });

  it('are switched off when the receiver says it is gone, and make up for it when switched on', async () => {
    const project = await service.project();
    let isGone = true;
    const server = await receiver((response) => response.writeHead(isGone ? 410 : 204).end());
    await create(project, { url: server.url });
    await change(project);
    const path = `/projects/${project}/webhooks/hook`;
    const { body } = await service.until(path, (answer) => !answer.body.enabled);
    expect(body.disabled_reason).toContain('410');
    const events = await service.call('GET', `/projects/${project}/events?type=sibyl.webhook.disabled`);
    expect(events.body).toMatchObject([{ data: { name: 'hook' } }]);
    await change(project);
    isGone = false;
    await service.call('PUT', path, { enabled: true });
    await arrived(server, 3);
    const types = server.requests.slice(1).map((request) => JSON.parse(request.body).type);
    expect(types.sort()).toEqual(['sibyl.project.updated', 'sibyl.webhook.disabled']);
  });

  it('sign by both secrets while a rotation overlaps, by one when it does not', async () => {
    const project = await service.project();
    const server = await receiver();
    const first = await create(project, { url: server.url });
    const path = `/projects/${project}/webhooks/hook/rotate`;
    const second = (await service.call('POST', path, { overlap_seconds: 60 })).body;
    await change(project);
    await arrived(server, 1);
    const third = (await service.call('POST', path)).body;
    await change(project);
    await arrived(server, 2);
    const accepts = ({ secret }: { secret: string }, { body, headers }: Request) => {
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    };
    const [overlapped, after] = server.requests;
    expect([first, second].map((one) => accepts(one, overlapped))).toEqual([true, true]);
    expect([first, second, third].map((one) => accepts(one, after))).toEqual([false, false, true]);
  });

  it.each([
    ['http://10.0.0.1/', 'address_not_allowed'],
    ['http://169.254.169.254/latest/meta-data', 'address_not_allowed'],
    ['http://[::ffff:10.0.0.1]/', 'address_not_allowed'],
    ['http://user:password@example.com/', 'invalid_input'],
    ['file:///etc/passwd', 'invalid_input'],
    ['nowhere', 'invalid_input'],
  ])('do not call %s', async (url, code) => {
    const project = await service.project();
    const answer = await service.call('POST', `/projects/${project}/webhooks`, { name: 'hook', url });
    expect(answer.body.code).toBe(code);
  });

  it('judge an address after its name is resolved, when they are made and at every delivery', async () => {
    const guarded = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
    onTestFinished(() => guarded.stop());
    const { secret } = (await guarded.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    const admin = { authorization: `Bearer ${secret}` };
    const path = '/projects/default/webhooks';
    const server = await receiver();
    const named = { name: 'named', url: server.url.replace('127.0.0.1', 'localhost') };
    const refused = await guarded.call('POST', path, { name: 'inner', url: 'http://10.0.0.1/' }, admin);
    expect(refused.body.code).toBe('address_not_allowed');
    expect((await guarded.call('POST', path, named, admin)).status).toBe(201);
    await arrived(server, 1);
    const next = await receiver((response) =>
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );
    await guarded.call('PUT', `${path}/named`, { url: next.url }, admin);
    const deliveries = `${path}/named/deliveries`;
    const { body } = await guarded.until(deliveries, ({ body: [last] }) => last?.response_status === 307, admin);
    expect(body[0]).toMatchObject({ status: 'pending', error: 'The receiver answered 307.' });
  });

  it('refuse an unknown type, a name that is taken and one too many', async () => {
    const project = await service.project();
    const path = `/projects/${project}/webhooks`;
    const url = 'http://127.0.0.1:1/';
    const wrong = await service.call('POST', path, { name: 'hook', url, types: ['sibyl.table.*', 'sibyl.nothing'] });
    expect(wrong.body).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/types/1' }] });
    await create(project, { url });
    expect((await service.call('POST', path, { name: 'hook', url })).body.code).toBe('name_taken');
    for (const name of ['b', 'c', 'd']) await create(project, { name, url });
    expect(await service.call('POST', path, { name: 'e', url })).toMatchObject({
      status: 422,
      body: { code: 'too_many_records', limit: 4 },
    });
  });

  it('change and go only as they were read', async () => {
    const project = await service.project();
    await create(project, { url: 'http://127.0.0.1:1/' });
    const path = `/projects/${project}/webhooks/hook`;
    const tag = (await service.call('GET', path)).headers.get('etag') ?? '';
    const changed = await service.call('PUT', path, { webhook: { enabled: false } }, { 'if-match': tag });
    expect(changed).toMatchObject({ status: 200, body: { enabled: false } });
    expect((await service.call('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412);
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect((await service.call('GET', path)).body.code).toBe('webhook_not_found');
  });
});
