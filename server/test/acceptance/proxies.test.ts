/** The open local mode is for this machine only: it ends with a proxy, a public address or another host name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readAnswer } from '../answer.ts';
import { freePort } from '../free-port.ts';
import { provideNginx, startDeployedNginx, startNginx } from '../nginx.ts';
import { startTestService, type TestService } from '../service.ts';
import { eventually, makeDirectory, startProcess } from '../service-process.ts';
import { rawBytes } from './raw-bytes.ts';

const nginx = provideNginx();

describe('a service that is open to this machine', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it.each([
    ['Forwarded', 'for=192.0.2.60;proto=http'],
    ['X-Forwarded-For', '192.0.2.60'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Host', 'sibyl.example.com'],
    ['X-Forwarded-Prefix', '/sibyl'],
    ['X-Real-IP', '192.0.2.60'],
    ['CF-Connecting-IP', '192.0.2.60'],
    ['Via', '1.1 proxy'],
  ])('is closed to requests with %s', async (name, value) => {
    const requests: [string, string, object?][] = [
      ['GET', '/api/keys'],
      ['POST', '/api/projects', { name: 'taken_over' }],
      ['POST', '/api/session', { key: 'any' }],
      ['GET', '/projects'],
      ['GET', '/openapi.json'],
      ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ];
    for (const [method, path, body] of requests) {
      const answer = await service.call(method, path, body, { [name]: value });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(answer.body.detail).toContain(`through a proxy (${name.toLowerCase()})`);
    }
    expect((await service.call('GET', '/projects/taken_over')).status).toBe(404);
  });

  it.each(['Connection: close\r\n', 'Connection: keep-alive\r\n', ''])(
    'is closed to HTTP/1.0, which nginx speaks: %j',
    async (head) => {
      const answer = await rawBytes(service, `GET /api/projects HTTP/1.0\r\nHost: 127.0.0.1\r\n${head}\r\n`);
      expect(answer).toContain(' 401 ');
    },
  );
});

it('says in its log why it is closed, once a minute', async () => {
  const service = startProcess(makeDirectory());
  const ask = () => service.call('GET', '/projects', undefined, { 'x-forwarded-for': '192.0.2.60' });
  expect([(await ask()).status, (await ask()).status]).toEqual([401, 401]);
  // It comes by the way that answers predictions, and then by the ordinary one.
  const predict = '/projects/default/models/none/predict';
  expect((await service.call('POST', predict, [{}], { 'x-forwarded-for': '192.0.2.60' })).status).toBe(401);
  await eventually(() => expect(service.output.error).toContain('came through a proxy (x-forwarded-for)'));
  expect(service.output.error.match(/came through a proxy/g)).toHaveLength(1);
  await service.end('SIGTERM');
});

describe('starting without a key', () => {
  it.each([
    ['SIBYL_PUBLIC_URL', 'https://sibyl.example.com'],
    ['SIBYL_PUBLIC_URL', 'http://192.168.1.20:4747'],
    ['SIBYL_ALLOWED_HOSTS', 'localhost,sibyl.lan'],
    ['SIBYL_ALLOWED_HOSTS', '[2001:db8::1]'],
    ['SIBYL_TRUSTED_PROXIES', '127.0.0.1'],
  ])('is refused with %s=%s', async (name, value) => {
    await expect(startTestService({ [name]: value })).rejects.toThrow(/so an admin key must exist first/);
  });

  it.each([
    ['SIBYL_PUBLIC_URL', 'http://localhost:4747'],
    ['SIBYL_ALLOWED_HOSTS', 'localhost,127.0.0.1,[::1]'],
  ])('is fine with %s=%s', async (name, value) => {
    const service = await startTestService({ [name]: value });
    expect((await service.call('GET', '/projects')).status).toBe(200);
    await service.stop();
  });
});

describe.skipIf('missing' in nginx)('behind nginx', () => {
  const ways = {
    'as nginx comes': '',
    'with the usual headers':
      'proxy_http_version 1.1; proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;',
  };

  it.each(Object.entries(ways))('%s, nobody without a key is let in, and whoever has one is', async (_way, headers) => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const port = await freePort();
    const outside = `http://127.0.0.1:${port}`;
    const program = 'path' in nginx ? nginx.path : '';
    await startNginx(program, port, `listen 127.0.0.1:${port}; location / { proxy_pass ${service.url}; ${headers} }`);
    const ask = async (method: string, path: string, secret?: string) => {
      const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
      const body = method === 'POST' ? { body: '{"name":"taken"}' } : {};
      const given = { 'content-type': 'application/json', ...authorization };
      return (await fetch(outside + path, { method, headers: given, ...body })).status;
    };
    expect(await ask('POST', '/api/projects')).toBe(401);
    expect(await ask('GET', '/api/keys')).toBe(401);
    const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    expect(await ask('GET', '/api/keys')).toBe(401);
    expect([await ask('GET', '/api/keys', secret), await ask('POST', '/api/projects', secret)]).toEqual([200, 201]);
  });
});

describe.skipIf('missing' in nginx)('behind the balancer of deploy/nginx.conf', () => {
  const program = 'path' in nginx ? nginx.path : '';

  async function balance(others: readonly string[]) {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    const port = await freePort();
    await startDeployedNginx(program, port, [...others, new URL(service.url).host]);
    const outside = `http://127.0.0.1:${port}`;
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(outside + path, { ...init, headers: { 'x-api-key': secret, ...init.headers } });
    return { ask, service, secret };
  }

  it('a prediction is asked of another node after a failure, in each spelling of its address', async () => {
    const broken = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void broken.close());
    const { ask } = await balance([`127.0.0.1:${(broken.address() as AddressInfo).port} max_fails=0`]);
    const headers = { 'content-type': 'application/json' };
    for (const spelling of ['/projects', '/api/projects', '/v1/api/projects', '/v1/api/api/projects'])
      for (let times = 0; times < 3; times++) {
        const path = `${spelling}/default/models/none/predict`;
        const answer = await readAnswer(await ask(path, { method: 'POST', headers, body: '[{}]' }));
        expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'model_not_found']);
      }
  });

  it('uploads of any size, event streams and the widget come through, and the caller is named', async () => {
    const { ask, service, secret } = await balance([]);
    const csv = `a,b\n${'1,2\n'.repeat(500_000)}`;
    const headers = { 'content-type': 'text/csv' };
    const upload = await ask('/v1/api/projects/default/tables?name=t', { method: 'POST', headers, body: csv });
    expect((await readAnswer(upload)).body).toMatchObject({ row_count: 500_000 });
    const stream = await ask('/api/projects/default/events', { headers: { accept: 'text/event-stream' } });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toMatch(/^retry: /); // comes although the answer goes on
    await reader.cancel();
    expect((await ask('/api/channels/bot_none/widget.js')).status).toBe(404);
    const entries = await service.call('GET', '/api/audit?action=tables.create', undefined, { 'x-api-key': secret });
    expect(entries.body[0].address).toBe('127.0.0.1');
  });
});
