import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

const rows = Array.from({ length: 40 }, (_, index) => ({ rooms: index % 5, price: 100 + 30 * (index % 5) }));
const json = 'application/json';

/** Heads come before a key is changed, bodies after it. */
describe('a body that comes after its key lost the right', () => {
  let service: TestService;
  let admin: Record<string, string>;
  let made = 0;

  beforeAll(async () => {
    service = await startTestService();
    const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    admin = { authorization: `Bearer ${secret}` };
    for (const name of ['here', 'there']) await service.call('POST', '/projects', { name }, admin);
    const model = { name: 'rent', target: 'price', from: { rows }, options: { effort: 'quick' } };
    await service.call('POST', '/projects/here/models', model, admin);
    await service.until('/projects/here/models/rent', ({ body }) => body.status === 'complete', admin);
    await service.call('POST', '/projects/here/models/rent/predict', [{}], admin);
  });
  afterAll(() => service.stop());

  async function makeKey(role = 'admin') {
    made += 1;
    const { body } = await service.call('POST', '/api/keys', { name: `key_${made}`, role }, admin);
    return { id: String(body.id), authorization: `Bearer ${body.secret}` };
  }

  /** Sends the head and the first byte of the body. */
  async function begin(path: string, body: string, headers: Record<string, string>): Promise<() => Promise<number>> {
    const length = Buffer.byteLength(body);
    const options = { method: 'POST', headers: { 'content-length': length, ...headers }, agent: false };
    const call = request(`${service.url}${path}`, options);
    const answered = once(call, 'response').catch(() => []);
    call.write(body.slice(0, 1));
    await pause(100);
    return async () => {
      call.end(body.slice(1));
      const [response] = (await answered) as [IncomingMessage?];
      response?.resume();
      return response?.statusCode ?? 0;
    };
  }

  const change = (id: string, to: object) => service.call('PUT', `/api/keys/${id}`, to, admin);
  const revoke = (id: string) => service.call('DELETE', `/api/keys/${id}`, undefined, admin);

  it.each([
    ['/api/keys', { name: 'another', role: 'admin' }],
    ['/projects', { name: 'another' }],
    ['/projects/here/query', { sql: 'select 1' }],
    ['/projects/here/models/rent/predict', [{ rooms: 2 }]],
  ])('is refused by %s', async (path, body) => {
    for (const [ending, status] of [
      [revoke, 401],
      [(id: string) => service.call('POST', `/api/keys/${id}/rotate`, undefined, admin), 401],
      [(id: string) => change(id, { projects: ['there'] }), path.startsWith('/projects/') ? 404 : 403],
    ] as const) {
      const { id, authorization } = await makeKey();
      const finish = await begin(path, JSON.stringify(body), { authorization, 'content-type': json });
      expect((await ending(id)).status).toBeLessThan(300);
      expect(await finish()).toBe(status);
    }
    expect((await service.call('GET', '/projects/another', undefined, admin)).status).toBe(404);
  });

  it('is refused where Node reads the connection of a prediction', async () => {
    const { id, authorization } = await makeKey('predictor');
    const path = '/projects/here/models/rent/predict';
    // A header that hands the connection over, but is no matter for the prediction.
    const finish = await begin(path, '[{"rooms":2}]', { authorization, 'content-type': json, te: 'trailers' });
    await revoke(id);
    expect(await finish()).toBe(401);
  });

  it('is answered as before where the right remains', async () => {
    const { id, authorization } = await makeKey('editor');
    const file = { authorization, 'content-type': 'text/csv' };
    const query = { authorization, 'content-type': json };
    const both = [
      await begin('/projects/here/tables?name=kept', 'a,b\n1,2\n', file),
      await begin('/projects/here/query', '{"sql":"select 1"}', query),
      await begin('/projects/nowhere/tables?name=kept', 'a,b\n1,2\n', file),
    ];
    await change(id, { projects: ['here'] });
    expect(await Promise.all(both.map((finish) => finish()))).toEqual([201, 200, 404]);
  });

  it('is told that a project of others does not exist', async () => {
    const { id, authorization } = await makeKey('editor');
    await change(id, { projects: ['here'] });
    const headers = { authorization, 'content-type': 'text/csv' };
    expect(await (await begin('/projects/there/tables?name=a', 'a,b\n1,2\n', headers))()).toBe(404);
  });
});
